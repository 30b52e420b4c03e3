import { useRef } from "react";

/** Brings the focus back to where a window was opened from; Radix does so only for its own triggers. */
export function useReturnFocus() {
  const opener = useRef<Element | null>(null);
  return {
    /** For `onOpenAutoFocus`, before the focus moves. */
    remember() {
      opener.current = document.activeElement;
    },
    /** For `onCloseAutoFocus`. */
    giveBack(event: Event) {
      if (!(opener.current instanceof HTMLElement) || !opener.current.isConnected) return;
      event.preventDefault();
      opener.current.focus();
    },
  };
}
