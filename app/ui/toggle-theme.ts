export type Theme = "light" | "dark";

/** Where the choice is kept. Source: spec 000, section 2 (kept locally, default light), section 9 (prefix). */
export const THEME_KEY = "xi:color-theme";

/** Runs before the first paint, so that a dark page never flashes white. Its hash or a nonce lets it run. */
export const THEME_SCRIPT = `try{if(localStorage.getItem("${THEME_KEY}")==="dark")document.documentElement.dataset.theme="dark"}catch{}`;

/** Shows the kept theme again: React makes the document anew when it cannot take over what the server sent. */
export function showKeptTheme(): void {
  try {
    if (localStorage.getItem(THEME_KEY) === "dark") showTheme("dark");
  } catch {
    // Storage is forbidden, so none is kept.
  }
}

/** Told after each change. */
export const themeListeners = new Set<() => void>();

/** The theme on screen. */
export function currentTheme(): Theme {
  return document.documentElement.dataset.theme === "dark" ? "dark" : "light";
}

/** Puts a theme on screen without remembering it. */
export function showTheme(theme: Theme): void {
  if (theme === "dark") document.documentElement.dataset.theme = "dark";
  else delete document.documentElement.dataset.theme;
  for (const notify of themeListeners) notify();
}

/** Flips light and dark and remembers it; a browser that keeps nothing still flips. */
export function toggleTheme(): void {
  const next: Theme = currentTheme() === "dark" ? "light" : "dark";
  showTheme(next);
  try {
    localStorage.setItem(THEME_KEY, next);
  } catch {
    // Storage may be full or forbidden; the theme then lasts as long as the page.
  }
}
