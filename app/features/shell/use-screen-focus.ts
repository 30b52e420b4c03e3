import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";

/**
 * Gives the focus to what was gone to where what had it went with what was shown before, as after a jump by the palette, also
 * within one screen, or a link within the screen: who uses keys goes on there, not at the window's first control.
 */
export function useScreenFocus(): void {
  const { key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    // A screen that gives it to one of its own has done so by now.
    if (document.activeElement && document.activeElement !== document.body) return;
    document.getElementById("content")?.focus({ preventScroll: true });
  }, [key]);
}
