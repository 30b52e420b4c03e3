import { useRef } from "react";

/**
 * Brings the focus back to where a window was opened from, which Radix does only for its own triggers; to the screen's content
 * where that was nowhere, as for a window that its address opens, or is gone.
 */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    /** For `onOpenAutoFocus`, before the focus moves. */
    remember() {
      opener.current = document.activeElement;
    },
    /** For `onCloseAutoFocus`. */
    giveBack(event: Event) {
      const isThere = opener.current?.isConnected && opener.current !== document.body;
      const place = isThere ? opener.current : document.getElementById("content");
      if (!(place instanceof HTMLElement)) return;
      event.preventDefault();
      place.focus();
    },
  };
}
