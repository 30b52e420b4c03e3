/** The answer did not come: no network, or a server that cannot be reached. */
export class UnreachableError extends Error {
  constructor() {
    super("Network error");
    this.name = "UnreachableError";
  }
}

/** How browsers say that a `fetch` or an `import` got no answer: Chromium, Firefox, Safari. */
const NO_ANSWER =
  /^(Failed to fetch|NetworkError when attempting|Load failed|error loading dynamically imported module|Importing a module script failed)/;

/** Whether something failed because the server could not be reached; a fault in the code is a `TypeError` too. */
export function isNetworkFailure(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof TypeError && NO_ANSWER.test(error.message));
}
