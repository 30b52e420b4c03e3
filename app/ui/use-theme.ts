import { useSyncExternalStore } from "react";
import { currentTheme, showTheme, THEME_KEY, type Theme, themeListeners } from "./toggle-theme";

function subscribe(notify: () => void): () => void {
  themeListeners.add(notify);
  const followOtherTabs = (event: StorageEvent) => {
    if (event.key === THEME_KEY) showTheme(event.newValue === "dark" ? "dark" : "light");
  };
  window.addEventListener("storage", followOtherTabs);
  return () => {
    themeListeners.delete(notify);
    window.removeEventListener("storage", followOtherTabs);
  };
}

/** The theme on screen; light while the server renders. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, currentTheme, () => "light");
}
