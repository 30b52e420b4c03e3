import { useCallback, useSyncExternalStore } from "react";

/** Whether a media query matches; false while the server renders. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (notify: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener("change", notify);
      return () => list.removeEventListener("change", notify);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(query).matches,
    () => false,
  );
}

/** Narrower than the `md` breakpoint: one column, sheets instead of dialogs. */
export const useIsPhone = () => useMediaQuery("(max-width: 767px)");
