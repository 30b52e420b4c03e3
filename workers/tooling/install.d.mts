/** Whether a folder's `node_modules` is what its lockfile says, whole. */
export function isInstalled(folder: string): boolean;
