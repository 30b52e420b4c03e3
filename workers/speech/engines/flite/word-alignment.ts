/**
 * Which phones of a spoken unit belong to which word. flite tells when each phone ends, but not to which word it belongs,
 * so the words' own phones (each said alone) are matched to the spoken ones by dynamic programming: sounds change at word
 * borders ("the apple"), yet nearly all of them match.
 */
import { VOWELS } from "../phonemes";
import type { Span } from "../prosody/word-times";
import type { FlitePhone } from "./runtime";

export interface WordSpan extends Span {
  /** Whether a pause comes before: then the first sound's closure, which is silent too, cannot be told from it. */
  afterPause: boolean;
}

const GAP_COST = 0.9;
const PAUSE = "pau";

/**
 * @param spoken phones of the unit with pauses, as flite printed them
 * @param words each word's phones when said alone; empty for a word flite does not speak
 * @returns a span for each word, in order, none before the one ahead of it
 */
export function alignWords(spoken: readonly FlitePhone[], words: readonly (readonly string[])[]): WordSpan[] {
  const heard: (WordSpan & { name: string })[] = [];
  let start = 0;
  // The unit's own beginning is found by its sound already.
  let afterPause = false;
  for (const { name, endSeconds } of spoken) {
    if (name !== PAUSE) heard.push({ name, startSeconds: start, endSeconds, afterPause });
    afterPause = name === PAUSE;
    start = endSeconds;
  }
  const expected = words.flatMap((phones, word) => phones.map((name) => ({ name, word })));
  const spans: (WordSpan | null)[] = words.map(() => null);
  for (const [heardIndex, expectedIndex] of matchSequences(
    heard.map(({ name }) => name),
    expected.map(({ name }) => name),
  )) {
    const { startSeconds, endSeconds, afterPause } = heard[heardIndex]!;
    const word = expected[expectedIndex]!.word;
    const span = spans[word];
    if (span) span.endSeconds = endSeconds;
    else spans[word] = { startSeconds, endSeconds, afterPause };
  }
  return fillSilentWords(spans, heard.at(-1)?.endSeconds ?? 0);
}

/** Pairs of indexes (heard, expected). A heard phone without a partner is given to the one expected before it. */
function matchSequences(heard: readonly string[], expected: readonly string[]): [number, number][] {
  const columns = expected.length + 1;
  const costs = new Float64Array((heard.length + 1) * columns);
  for (let j = 1; j < columns; j++) costs[j] = j * GAP_COST;
  for (let i = 1; i <= heard.length; i++) {
    costs[i * columns] = i * GAP_COST;
    for (let j = 1; j < columns; j++) {
      const both = costs[(i - 1) * columns + j - 1]! + distance(heard[i - 1]!, expected[j - 1]!);
      const extra = costs[(i - 1) * columns + j]! + GAP_COST;
      const missing = costs[i * columns + j - 1]! + GAP_COST;
      costs[i * columns + j] = Math.min(both, extra, missing);
    }
  }
  const pairs: [number, number][] = [];
  let i = heard.length;
  let j = expected.length;
  while (i > 0 && j > 0) {
    const cost = costs[i * columns + j]!;
    if (cost === costs[(i - 1) * columns + j - 1]! + distance(heard[i - 1]!, expected[j - 1]!)) pairs.push([--i, --j]);
    else if (cost === costs[(i - 1) * columns + j]! + GAP_COST) pairs.push([--i, j - 1]);
    else j--;
  }
  while (i > 0 && expected.length > 0) pairs.push([--i, 0]);
  return pairs.reverse();
}

function distance(a: string, b: string): number {
  if (a === b) return 0;
  const vowels = Number(VOWELS.has(a)) + Number(VOWELS.has(b));
  return vowels === 2 ? 0.4 : vowels === 1 ? 1.7 : 0.7;
}

/** Words without a phone of their own stand, without length, where the one before them ends. */
function fillSilentWords(spans: readonly (WordSpan | null)[], endSeconds: number): WordSpan[] {
  const filled: WordSpan[] = [];
  spans.forEach((span, index) => {
    const at = filled.at(-1)?.endSeconds ?? spans.slice(index).find(Boolean)?.startSeconds ?? endSeconds;
    filled.push(span ?? { startSeconds: at, endSeconds: at, afterPause: false });
  });
  return filled;
}
