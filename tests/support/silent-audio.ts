/** What jsdom lacks of sound: elements that play and pause without a noise and say so as browsers do, and addresses of blobs. */
import { vi } from "vitest";

/** Every element that was played. Undone by `vi.restoreAllMocks()` and `vi.unstubAllGlobals()`. */
export function stubSilentAudio(): Set<HTMLMediaElement> {
  const played = new Set<HTMLMediaElement>();
  const playing = new WeakSet<HTMLMediaElement>();
  const element = HTMLMediaElement.prototype;
  vi.spyOn(element, "paused", "get").mockImplementation(function (this: HTMLMediaElement) {
    return !playing.has(this);
  });
  vi.spyOn(element, "play").mockImplementation(async function (this: HTMLMediaElement) {
    played.add(this);
    playing.add(this);
    this.dispatchEvent(new Event("play"));
  });
  vi.spyOn(element, "pause").mockImplementation(function (this: HTMLMediaElement) {
    if (!playing.delete(this)) return;
    queueMicrotask(() => this.dispatchEvent(new Event("pause")));
  });
  vi.spyOn(element, "load").mockReturnValue(undefined);
  let made = 0;
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => `blob:${++made}`, revokeObjectURL: () => undefined }),
  );
  return played;
}
