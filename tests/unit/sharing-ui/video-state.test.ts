import { expect, test } from "vitest";
import {
  estimatedShare,
  INITIAL,
  nextState,
  previewError,
  shownPercent,
  THEME_LABELS,
  type VideoAction,
  type VideoDialogState,
  videoError,
} from "~/features/sharing/video/video-state";

const after = (...actions: VideoAction[]): VideoDialogState => actions.reduce(nextState, INITIAL);
const generated: VideoAction = { type: "generated", url: "blob:1", file: new Blob() };

test("begins with the colours, a square, and no video", () => {
  expect(INITIAL).toMatchObject({ theme: "colour", shape: "square", video: { kind: "none" } });
});

test("another theme clears the video, the error and the picture", () => {
  for (const outcome of [generated, { type: "generation_failed", message: "x" } as const]) {
    const state = after({ type: "preview_loaded", url: "blob:0" }, { type: "generation_started" }, outcome, {
      type: "theme_chosen",
      theme: "dark",
    });
    expect(state).toEqual({ theme: "dark", shape: "square", preview: { kind: "loading" }, video: { kind: "none" } });
  }
});

test("what is refused is refused in every theme and shape", () => {
  const refused = after({ type: "generation_started" }, { type: "generation_refused", message: "x" });
  for (const choice of [
    { type: "theme_chosen", theme: "dark" },
    { type: "shape_chosen", shape: "portrait" },
  ] as const)
    expect(nextState(refused, choice).video).toEqual({ kind: "refused", message: "x" });
});

test("another shape clears the video and keeps the picture", () => {
  const state = after({ type: "preview_loaded", url: "blob:0" }, generated, {
    type: "shape_chosen",
    shape: "portrait",
  });
  expect(state).toMatchObject({ shape: "portrait", preview: { kind: "ready" }, video: { kind: "none" } });
});

test("the estimate is 130 ms for each character of all texts, and never more than everything", () => {
  expect(estimatedShare(["12345", "67890"], 650)).toBeCloseTo(0.5);
  expect(estimatedShare(["12345", "67890"], 1300)).toBe(1);
  expect(estimatedShare(["12345", "67890"], 60_000)).toBe(1);
});

test("what the channel reports replaces the estimate, also where it is less", () => {
  const state = after({ type: "generation_started" }, { type: "estimated", share: 0.8 });
  const percentOf = ({ video }: VideoDialogState) => (video.kind === "generating" ? shownPercent(video) : null);
  expect(percentOf(state)).toBe(80);
  const reported = nextState(state, { type: "reported", share: 0.3 });
  expect(percentOf(reported)).toBe(30);
  expect(percentOf(nextState(reported, { type: "estimated", share: 1 }))).toBe(30);
});

test("progress that comes after the end changes nothing", () => {
  for (const late of [{ type: "estimated", share: 1 } as const, { type: "reported", share: 0.5 } as const]) {
    expect(after(generated, late).video).toEqual({ kind: "ready", url: "blob:1", file: expect.any(Blob) });
    expect(after({ type: "generation_started" }, { type: "generation_cancelled" }, late).video.kind).toBe("none");
  }
});

test("errors read as the specification has them", () => {
  expect(videoError("too long")).toBe("Error generating video: too long");
  expect(videoError(null)).toBe("Unknown error generating video");
  expect(previewError("too long")).toBe("Error generating video preview: too long");
  expect(previewError("")).toBe("Unknown error generating video preview");
});

test("themes are called Multicolor, White and Black", () => {
  expect(THEME_LABELS).toEqual({ colour: "Multicolor", light: "White", dark: "Black" });
});
