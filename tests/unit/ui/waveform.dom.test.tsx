import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { Waveform } from "~/ui/waveform";
import { mountedRoot } from "../../support/mounted-root";

/** How much of the sound was shown as played, each time it was painted. */
const painted = vi.hoisted(() => [] as (number | undefined)[]);
vi.mock("~/ui/paint-waveform", () => ({
  paintWaveform: (_canvas: unknown, _peaks: unknown, playedRatio?: number) => painted.push(playedRatio),
}));

const WIDTH = 100;
const DURATION_SECONDS = 100;
const PEAKS = [10, 200, 30];
const root = mountedRoot();
let nextFrame: FrameRequestCallback;
let resize: () => void;
let positionSeconds: number;

beforeEach(async () => {
  painted.length = 0;
  positionSeconds = 0;
  vi.stubGlobal("devicePixelRatio", 1);
  vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => {
    nextFrame = frame;
    return 1;
  });
  vi.stubGlobal("cancelAnimationFrame", () => undefined);
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(tell: () => void) {
        resize = tell;
      }
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(WIDTH);
  const playback = {
    ...{ durationSeconds: DURATION_SECONDS, playing: true, label: "Position" },
    ...{ getPositionSeconds: () => positionSeconds, onSeek: () => undefined },
  };
  await act(async () => root().render(<Waveform peaks={PEAKS} playback={playback} />));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const frameAt = (seconds: number) =>
  act(() => {
    positionSeconds = seconds;
    nextFrame(0);
  });

it("is painted when the playhead has come to another pixel, not for each frame", () => {
  expect(painted).toEqual([0]);
  for (const seconds of [0.1, 0.2, 0.3, 0.4]) frameAt(seconds);
  expect(painted).toEqual([0]);
  frameAt(0.6);
  frameAt(1.4);
  expect(painted).toEqual([0, 0.006]);
  frameAt(50);
  expect(painted.at(-1)).toBe(0.5);
});

it("is painted anew where its size or colours have changed, also on the same pixel", async () => {
  act(() => resize());
  expect(painted).toEqual([0, 0]);
  await act(async () => {
    document.documentElement.dataset.theme = "dark";
  });
  expect(painted).toEqual([0, 0, 0]);
  delete document.documentElement.dataset.theme;
});
