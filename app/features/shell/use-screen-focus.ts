import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Gives the focus to a screen that was gone to where what had it went with the screen before, as after a jump by the palette
 * or a link within the screen: who uses keys goes on there, not at the window's first control.
 */
export function useScreenFocus(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    // A screen that gives it to one of its own has done so by now.
    if (document.activeElement && document.activeElement !== document.body) return;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [pathname]);
}
