/** Whether a folder's `node_modules` is what its lockfile says, whole. */
export function isInstalled(folder: string): boolean;

/** The browser for the tests: the one that `CHROMIUM` names, or Debian's. */
export function findBrowser(): string;
