let copies = 0;

/**
 * A module evaluated anew, as another process or another bundle has it; what it imports is shared.
 * @param file from the project's folder, e.g. `app/lib/app-error.ts`
 */
export const freshCopy = <Module>(file: string): Promise<Module> =>
  import(/* @vite-ignore */ `../../${file}?copy=${++copies}`);
