/** What the video dialog shows. Source: spec 000, section 4, "Share video dialog". Pure. */
import type { ShareTheme, VideoShape } from "../share-calls";

/** Source: spec 000, section 4. */
const ESTIMATED_MS_PER_CHARACTER = 130;
export const ESTIMATE_EVERY_MS = 100;

export type Preview =
  | { kind: "loading" }
  | { kind: "ready"; url: string }
  | { kind: "failed"; message: string; isFinal: boolean };

export type Video =
  | { kind: "none" }
  /** `reportedShare` is what the channel says, once it says something; until then the estimate stands. */
  | { kind: "generating"; estimatedShare: number; reportedShare: number | null }
  | { kind: "ready"; url: string; file: Blob }
  | { kind: "failed"; message: string }
  /** There is no video of this item, and asking again changes nothing. */
  | { kind: "refused"; message: string };

export interface VideoDialogState {
  theme: ShareTheme;
  shape: VideoShape;
  preview: Preview;
  video: Video;
}

export const INITIAL: VideoDialogState = {
  theme: "colour",
  shape: "square",
  preview: { kind: "loading" },
  video: { kind: "none" },
};

export type VideoAction =
  | { type: "theme_chosen"; theme: ShareTheme }
  | { type: "shape_chosen"; shape: VideoShape }
  | { type: "preview_asked" }
  | { type: "preview_loaded"; url: string }
  | { type: "preview_failed"; message: string; isFinal: boolean }
  | { type: "generation_started" }
  | { type: "estimated"; share: number }
  | { type: "reported"; share: number }
  | { type: "generated"; url: string; file: Blob }
  | { type: "generation_failed"; message: string }
  | { type: "generation_refused"; message: string }
  | { type: "generation_cancelled" };

export function nextState(state: VideoDialogState, action: VideoAction): VideoDialogState {
  switch (action.type) {
    case "theme_chosen":
      return { ...state, theme: action.theme, preview: { kind: "loading" }, video: withoutVideo(state.video) };
    case "shape_chosen":
      return { ...state, shape: action.shape, video: withoutVideo(state.video) };
    case "preview_asked":
      return { ...state, preview: { kind: "loading" } };
    case "preview_loaded":
      return { ...state, preview: { kind: "ready", url: action.url } };
    case "preview_failed":
      return { ...state, preview: { kind: "failed", message: action.message, isFinal: action.isFinal } };
    case "generation_started":
      return { ...state, video: { kind: "generating", estimatedShare: 0, reportedShare: null } };
    case "estimated":
      return withGenerating(state, { estimatedShare: action.share });
    case "reported":
      return withGenerating(state, { reportedShare: action.share });
    case "generated":
      return { ...state, video: { kind: "ready", url: action.url, file: action.file } };
    case "generation_failed":
      return { ...state, video: { kind: "failed", message: action.message } };
    case "generation_refused":
      return { ...state, video: { kind: "refused", message: action.message } };
    case "generation_cancelled":
      return { ...state, video: { kind: "none" } };
  }
}

/** Another theme or shape is another video, but what is refused is refused in all of them. */
const withoutVideo = (video: Video): Video => (video.kind === "refused" ? video : { kind: "none" });

function withGenerating(
  state: VideoDialogState,
  change: { estimatedShare?: number; reportedShare?: number },
): VideoDialogState {
  return state.video.kind === "generating" ? { ...state, video: { ...state.video, ...change } } : state;
}

/** How far a video of these texts is by now, as far as one can guess: 0..1. */
export function estimatedShare(texts: readonly string[], elapsedMs: number): number {
  const expectedMs = texts.join("").length * ESTIMATED_MS_PER_CHARACTER;
  return expectedMs === 0 ? 1 : Math.min(1, elapsedMs / expectedMs);
}

/** What the bar shows, in whole percent. */
export function shownPercent(video: Extract<Video, { kind: "generating" }>): number {
  return Math.round(100 * Math.min(1, video.reportedShare ?? video.estimatedShare));
}

/** Labels of the themes. Source: spec 000, section 3. */
export const THEME_LABELS: Record<ShareTheme, string> = { colour: "Multicolor", light: "White", dark: "Black" };
export const SHAPE_LABELS: Record<VideoShape, string> = { square: "Square", portrait: "Portrait" };

/** Where a failed picture or video would be. Source: spec 000, section 8. */
export const PLACEHOLDER = "Error generating video";
export const videoError = (message: string | null) =>
  message ? `Error generating video: ${message}` : "Unknown error generating video";
export const previewError = (message: string | null) =>
  message ? `Error generating video preview: ${message}` : "Unknown error generating video preview";
