import { useEffect } from "react";

const NOT_TYPED = ["hidden", "checkbox", "radio", "range", "file", "button", "submit", "reset", "color"];
const FIELDS = `textarea:enabled:read-write, input:enabled:read-write${NOT_TYPED.map((type) => `:not([type=${type}])`).join("")}`;

/** The first field in which something can be typed. */
export const firstFieldIn = (window: HTMLElement): HTMLElement | null => window.querySelector<HTMLElement>(FIELDS);

/**
 * Gives the focus to a field that appears in an open window later, as long as nobody has gone anywhere in it: what a window
 * asks may have to be loaded first, or be another thing now.
 */
export function useFirstFieldLater(shown: HTMLElement | null): void {
  useEffect(() => {
    if (!shown) return;
    let known = firstFieldIn(shown);
    // Where the focus is put for want of a field. Once there has been one, whoever goes there means it.
    let isResting = known === null;
    const observer = new MutationObserver(() => {
      const field = firstFieldIn(shown);
      if (field === known) return;
      known = field;
      const { activeElement } = document;
      const hasGoneNowhere = activeElement === shown || activeElement === document.body;
      const restsOnClose = isResting && activeElement?.getAttribute("aria-label") === "Close";
      if (field && (hasGoneNowhere || restsOnClose)) field.focus();
      if (field) isResting = false;
    });
    observer.observe(shown, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [shown]);
}
