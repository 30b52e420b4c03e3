import { Moon } from "./icons";

/** The theme's switch on pages that are not hydrated: their script finds it by its attribute. */
export function StaticThemeToggle() {
  return (
    <button
      type="button"
      data-theme-toggle
      aria-label="Switch between light and dark"
      className="inline-flex size-9 items-center justify-center rounded-control text-muted hover:bg-ink/6 hover:text-ink pointer-coarse:size-[44px]"
    >
      <Moon size={18} aria-hidden="true" />
    </button>
  );
}
