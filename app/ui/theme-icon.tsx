import { Moon, Sun } from "./icons";

/** Where a press of the theme's switch leads: the moon on a light page, the sun on a dark one. The stylesheet chooses, so it is right before any script runs. */
export function ThemeIcon({ size }: { size: number }) {
  return (
    <>
      <Moon size={size} className="dark:hidden" aria-hidden="true" />
      <Sun size={size} className="hidden dark:block" aria-hidden="true" />
    </>
  );
}
