/** Which word is being said, from the times of the characters. */
import type { CharacterTimes } from "~/player/streaming-speech";

/** A stretch of a text in UTF-16 positions, as `slice` takes them. */
export interface TextRange {
  start: number;
  end: number;
}

/** A word being said, and where in it the voice is. */
export interface SpokenWord extends TextRange {
  at: number;
}

/**
 * The word heard at `seconds`, or null between words and outside the sound. Times come in the order of the text, so the
 * character is found by bisection; the word is what stands around it without white space.
 */
export function spokenWordAt(times: CharacterTimes, seconds: number): SpokenWord | null {
  const index = lastStartedBy(times.startSeconds, seconds);
  const character = times.characters[index];
  const end = times.endSeconds[index];
  if (character === undefined || end === undefined || seconds > end || isSpace(character)) return null;
  let first = index;
  while (first > 0 && !isSpace(times.characters[first - 1] ?? " ")) first--;
  let last = index;
  while (last + 1 < times.characters.length && !isSpace(times.characters[last + 1] ?? " ")) last++;
  const start = lengthOf(times.characters, 0, first);
  const at = start + lengthOf(times.characters, first, index);
  return { start, at, end: start + lengthOf(times.characters, first, last + 1) };
}

function lastStartedBy(starts: readonly number[], seconds: number): number {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] ?? 0) <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

function lengthOf(characters: readonly string[], from: number, to: number): number {
  let length = 0;
  for (let i = from; i < to; i++) length += characters[i]?.length ?? 0;
  return length;
}

const isSpace = (character: string) => /^\s$/u.test(character);

/**
 * A word of a whole dialogue (its lines joined without anything between) as a range within the line `key`, or null when
 * the voice is in another line. Cut at the line's ends, since nothing parts the last word of one from the first of the next.
 */
export function wordInLine(
  lines: readonly { key: string; text: string }[],
  key: string,
  word: SpokenWord,
): TextRange | null {
  let offset = 0;
  for (const line of lines) {
    if (line.key === key) {
      const at = word.at - offset;
      if (at < 0 || at >= line.text.length) return null;
      return { start: Math.max(0, word.start - offset), end: Math.min(line.text.length, word.end - offset) };
    }
    offset += line.text.length;
  }
  return null;
}
