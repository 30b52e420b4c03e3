import { useEffect, useRef } from "react";

/** What is open within the dialog, the newest last. */
const opened: symbol[] = [];

/**
 * Escape closes what is open within a dialog, the newest of several, and not the dialog, which listens at the document: its
 * key ends here while `active`.
 */
export function useEscape(active: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!active) return;
    const own = Symbol();
    opened.push(own);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || opened.at(-1) !== own) return;
      event.stopImmediatePropagation();
      latest.current();
    };
    window.addEventListener("keydown", onKey, { capture: true });
    return () => {
      window.removeEventListener("keydown", onKey, { capture: true });
      opened.splice(opened.indexOf(own), 1);
    };
  }, [active]);
}
