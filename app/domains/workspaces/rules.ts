const NAME_MAX_LENGTH = 80;

/** What a person's own workspace is called at first. */
export function firstWorkspaceName(personName: string): string {
  const name = personName
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, NAME_MAX_LENGTH - "'s workspace".length);
  return name === "" ? "My workspace" : `${name}'s workspace`;
}
