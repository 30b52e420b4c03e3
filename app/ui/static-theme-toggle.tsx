import { ThemeIcon } from "./theme-icon";

/** The theme's switch on pages that are not hydrated: their script finds it by its attribute, the stylesheet keeps its name and picture. */
export function StaticThemeToggle() {
  return (
    <button
      type="button"
      data-theme-toggle
      className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-ink/6 hover:text-ink pointer-coarse:size-[44px]"
    >
      <span className="sr-only dark:hidden">Switch to dark</span>
      <span className="sr-only hidden dark:inline">Switch to light</span>
      <ThemeIcon size={18} />
    </button>
  );
}
