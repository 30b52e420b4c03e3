/** Which word is being said, from the times of the characters. */
import { UNSPACED } from "~/lib/unspaced-scripts";
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
 * character is found by bisection. The word is what stands around it without white space; in scripts that are written without
 * spaces, what a dictionary takes for one, with the signs after it and those before it that open something.
 */
export function spokenWordAt(times: CharacterTimes, seconds: number): SpokenWord | null {
  const { characters } = times;
  const index = lastStartedBy(times.startSeconds, seconds);
  const character = characters[index];
  const end = times.endSeconds[index];
  if (character === undefined || end === undefined || seconds > end || isSpace(character)) return null;
  const [first, last] = unspacedWordAround(characters, index) ?? stretchAround(characters, index, isSpace);
  const start = lengthOf(characters, 0, first);
  const at = start + lengthOf(characters, first, index);
  return { start, at, end: start + lengthOf(characters, first, last + 1) };
}

/** The first and last index of what stands around `index` up to where `isEdge`. */
function stretchAround(characters: readonly string[], index: number, isEdge: (character: string) => boolean) {
  let first = index;
  while (first > 0 && !isEdge(characters[first - 1] ?? " ")) first--;
  let last = index;
  while (last + 1 < characters.length && !isEdge(characters[last + 1] ?? " ")) last++;
  return [first, last] as const;
}

/** Looked at on each side where nothing parts a text: more than any word has. It is asked for on every frame. */
const MOST_AROUND = 50;
const words = new Intl.Segmenter(undefined, { granularity: "word" });

/** The same of a word in a script without spaces; null where the text has spaces. */
function unspacedWordAround(characters: readonly string[], index: number): readonly [number, number] | null {
  // Signs belong to the word before them, but what opens something to the one after it.
  const step = isOpening(characters[index] ?? " ") ? 1 : -1;
  let inside = index;
  while (isSign(characters[inside] ?? " ")) inside += step;
  const character = characters[inside] ?? " ";
  if (isSpace(character)) return null;
  const [nearest, furthest] = [Math.max(0, inside - MOST_AROUND), inside + MOST_AROUND];
  const near = characters.slice(nearest, furthest);
  const [before, after] = stretchAround(near, inside - nearest, (other) => isSpace(other) || isSign(other));
  const [from, to] = [nearest + before, nearest + after];
  const clause = characters.slice(from, to + 1).join("");
  if (!UNSPACED.test(clause)) return null;
  const word = words.segment(clause).containing(lengthOf(characters, from, inside));
  if (!word) return null;
  let first = from;
  for (let at = 0; at < word.index; first++) at += characters[first]?.length ?? 1;
  let last = first;
  for (let at = characters[first]?.length ?? 1; at < word.segment.length; ) at += characters[++last]?.length ?? 1;
  const isEnding = (sign: string) => isSign(sign) && !isOpening(sign);
  while (last + 1 < characters.length && isEnding(characters[last + 1] ?? " ")) last++;
  while (first > 0 && isOpening(characters[first - 1] ?? " ")) first--;
  // Where brackets stand side by side, the one that is heard.
  return [Math.min(first, index), Math.max(last, index)];
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
const isSign = (character: string) => /^[\p{P}\p{S}]/u.test(character);
const isOpening = (character: string) => /^[\p{Ps}\p{Pi}]/u.test(character);

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
