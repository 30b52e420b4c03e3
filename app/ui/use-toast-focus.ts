import { useEffect, useRef } from "react";

/**
 * Gives the focus back to what had it before the messages, when the one that had it goes away: by its button or in time. To
 * what is on the screen, if that is gone too. The library does so only when it is left for another control.
 */
export function useToastFocus() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const messages = section.current;
    if (!messages) return;
    let before: EventTarget | null = null;
    let inside: Element | null = null;
    const follow = ({ target, relatedTarget }: FocusEvent) => {
      const isInside = target instanceof Element && messages.contains(target);
      if (isInside && !inside) before = relatedTarget;
      inside = isInside ? target : null;
    };
    const removed = new MutationObserver(() => {
      if (!inside || inside.isConnected) return;
      inside = null;
      if (document.activeElement && document.activeElement !== document.body) return;
      const back = before instanceof HTMLElement && before.isConnected ? before : document.getElementById("content");
      back?.focus({ preventScroll: true });
    });
    document.addEventListener("focusin", follow);
    removed.observe(messages, { childList: true, subtree: true });
    return () => {
      document.removeEventListener("focusin", follow);
      removed.disconnect();
    };
  }, []);
  return section;
}
