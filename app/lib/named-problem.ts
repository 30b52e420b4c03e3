/** What is wrong with a field, with the field's name in front; what is wrong with the whole stands alone. */
export function namedProblem(path: readonly PropertyKey[], message: string): string {
  return path.length === 0 ? message : `${path.map(String).join(".")}: ${message}`;
}
