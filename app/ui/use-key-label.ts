import { useSyncExternalStore } from "react";

const never = () => () => {};
const isApple = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** How keys are printed on this machine: "mod+K" is "⌘K" on Apple's, "Ctrl K" elsewhere. */
export function useKeyLabel(keys: string): string {
  const apple = useSyncExternalStore(never, isApple, () => true);
  return keys.replace("mod+", apple ? "⌘" : "Ctrl ").replace("Enter", "↵");
}
