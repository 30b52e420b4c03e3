import { useEffect, useRef } from "react";

/** What a key's event tells, of React or the browser. */
export type KeyPress = Pick<KeyboardEvent, "key" | "metaKey" | "ctrlKey" | "preventDefault">;

/** Keys of a whole screen: pressed anywhere in it, and also where the focus is nowhere, as after a click beside everything. */
export function useScreenKeys(onKeyDown: (press: KeyPress) => void) {
  const ref = useRef<HTMLDivElement>(null);
  const newest = useRef(onKeyDown);
  useEffect(() => {
    newest.current = onKeyDown;
  });
  useEffect(() => {
    // What is around the screen; what opens over it is not.
    const listen = (event: KeyboardEvent) => {
      if (event.target instanceof Node && event.target !== ref.current && event.target.contains(ref.current))
        newest.current(event);
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
  return { ref, onKeyDown };
}
