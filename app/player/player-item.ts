import { plainLine } from "~/lib/plain-line";

/** What the player can hold. Source: spec 001, section 3, "Player item". */
export interface PlayerItem {
  /** History item id, or the voice's id for a preview. */
  id: string;
  type: "text-to-speech" | "speechHistoryItem" | "voicePreview";
  title: string;
  description?: string;
  voiceId?: string;
  voiceName?: string;
  /** Known file name; learned from the history otherwise. */
  fileName?: string;
  /** Seconds, where known before the audio tells. */
  durationSeconds?: number;
  /** Real peaks 0..255; none until they are known. */
  peaks?: readonly number[];
  /** Its making ended early, so the history does not have it. */
  unfinished?: boolean;
  /** For estimating the duration while nothing else tells it, and for the words lit as they are spoken. */
  text?: string;
}

/** An item with names that can stand among other words: on one line, turning nothing around. */
export function withPlainNames<T extends PlayerItem>(item: T): T {
  const { title, voiceName, description } = item;
  return {
    ...item,
    title: plainLine(title),
    ...(voiceName === undefined ? {} : { voiceName: plainLine(voiceName) }),
    ...(description === undefined ? {} : { description: plainLine(description) }),
  };
}

export type PlayerState = "idle" | "loading" | "playing" | "paused" | "ended";

/** Source: spec 001, section 9. */
export const PLAYER_SPEEDS = [0.8, 1, 1.2, 1.5, 2] as const;
export const BUTTON_SKIP_SECONDS = 10;
export const KEYBOARD_SKIP_SECONDS = 3;
export const FEEDBACK_AFTER_SECONDS = 3;
export const FILE_NAME_ATTEMPTS = 10;
export const FILE_NAME_FIRST_WAIT_MS = 1000;
export const FILE_NAME_RETRY_MS = 5000;
const FALLBACK_WORDS_PER_MINUTE = 140;

/** How long a text lasts when nothing better is known, in seconds. */
export function estimateDurationSeconds(text: string): number {
  const words = text.trim().split(/\s+/).filter(Boolean).length;
  return (words / FALLBACK_WORDS_PER_MINUTE) * 60;
}

/** The best known duration: the audio's own when finite, then the item's, then the estimate. */
export function durationOf(item: PlayerItem | null, audioDurationSeconds: number): number {
  if (Number.isFinite(audioDurationSeconds) && audioDurationSeconds > 0) return audioDurationSeconds;
  return item?.durationSeconds ?? estimateDurationSeconds(item?.text ?? "");
}
