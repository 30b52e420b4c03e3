import { useEffect } from "react";
import { KEYBOARD_SKIP_SECONDS } from "./player-item";
import { usePlayer } from "./player-provider";

/** Space plays and pauses, ←/→ skip; never while something is typed or another control uses the key. */
export function usePlayerKeys(): void {
  const player = usePlayer();
  useEffect(() => {
    if (!player) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || usesKeys(event.target)) return;
      if (!player.getSnapshot().item) return;
      if (event.key === " ") player.toggle();
      else if (event.key === "ArrowLeft") player.skip(-KEYBOARD_SKIP_SECONDS);
      else if (event.key === "ArrowRight") player.skip(KEYBOARD_SKIP_SECONDS);
      else return;
      event.preventDefault();
    };
    window.addEventListener("keydown", onKey);
    return () => window.removeEventListener("keydown", onKey);
  }, [player]);
}

const CONTROLS =
  "input, textarea, select, button, a[href], [contenteditable], [role=slider], [role=menu], [role=listbox], [role=dialog], [role=tab]";

function usesKeys(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}
