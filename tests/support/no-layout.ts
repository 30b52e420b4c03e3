/** What jsdom lacks of layout: it measures nothing, so sizes that are watched never change. */
import { vi } from "vitest";

/** Undone by `vi.unstubAllGlobals()`. */
export function stubResizeObserver(): void {
  vi.stubGlobal(
    "ResizeObserver",
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
}
