import type { SpeechUnit, WordTime } from "../../text/units";
import { LEAD_SECONDS, TRAIL_SECONDS } from "./edges";

export interface Span {
  startSeconds: number;
  endSeconds: number;
}

/**
 * Word times in the unit's final audio, in order and within it. The first word starts and the last one ends where the
 * sound does, whatever an engine's own clock says.
 */
export function timeWords(
  unit: SpeechUnit,
  spans: readonly Span[],
  shiftSeconds: number,
  durationSeconds: number,
): WordTime[] {
  const times: WordTime[] = [];
  const soundEnd = Math.max(LEAD_SECONDS, durationSeconds - TRAIL_SECONDS);
  let at = Math.min(LEAD_SECONDS, durationSeconds);
  let next = 0;
  unit.tokens.forEach((token, tokenIndex) => {
    token.words.forEach((_, wordIndex) => {
      const span = spans[next++]!;
      const startSeconds = clamp(span.startSeconds + shiftSeconds, at, soundEnd);
      const endSeconds = clamp(span.endSeconds + shiftSeconds, startSeconds, soundEnd);
      at = endSeconds;
      times.push({ tokenIndex, wordIndex, startSeconds, endSeconds });
    });
  });
  const first = times[0];
  if (first) first.startSeconds = Math.min(LEAD_SECONDS, first.endSeconds);
  const last = times.at(-1);
  if (last) last.endSeconds = soundEnd;
  return times;
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
