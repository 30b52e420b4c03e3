/** Which words are read at once: sentences together as far as they fit, long ones in parts of like length. Pure. */
import type { TimedWord } from "../protocol";

/** Words `from` up to `to`. */
export interface WordRange {
  from: number;
  to: number;
}

/** What closes a sentence, with what may stand behind it. */
const SENTENCE_END = /[.!?…。！？؟۔।॥]["'”’»›）」』)\]]*\s*$|\n\s*$/u;
const CLAUSE_END = /[,;:，、；：،؛–—]["'”’»›）」』)\]]*\s*$/u;
/** How much further from the middle a cut may be to fall behind a clause, as a share of the part. */
const CLAUSE_PULL = 0.35;

/**
 * Phrases of a text, in order; each word is in one.
 *
 * @param fits whether words can be shown at once; asked for few ranges, as it sets the text
 */
export async function splitIntoPhrases(
  words: readonly TimedWord[],
  fits: (range: WordRange) => Promise<boolean>,
): Promise<WordRange[]> {
  const phrases: WordRange[] = [];
  let open: WordRange | null = null;
  for (const sentence of sentencesOf(words)) {
    const joined: WordRange | null = open && { from: open.from, to: sentence.to };
    if (joined && (await fits(joined))) {
      open = joined;
      continue;
    }
    if (open) phrases.push(open);
    open = null;
    if (await fits(sentence)) open = sentence;
    else phrases.push(...(await splitSentence(words, sentence, fits)));
  }
  if (open) phrases.push(open);
  return phrases;
}

function sentencesOf(words: readonly TimedWord[]): WordRange[] {
  const sentences: WordRange[] = [];
  let from = 0;
  for (const [i, word] of words.entries()) {
    if (!SENTENCE_END.test(word.text) && i < words.length - 1) continue;
    sentences.push({ from, to: i + 1 });
    from = i + 1;
  }
  return sentences;
}

/** In two, and each half again, until all fit. A word alone is not split: its page has what fits of it. */
async function splitSentence(
  words: readonly TimedWord[],
  range: WordRange,
  fits: (range: WordRange) => Promise<boolean>,
): Promise<WordRange[]> {
  if (range.to - range.from <= 1) return [range];
  const middle = cutNearMiddle(words, range);
  const parts: WordRange[] = [];
  for (const half of [
    { from: range.from, to: middle },
    { from: middle, to: range.to },
  ])
    parts.push(...((await fits(half)) ? [half] : await splitSentence(words, half, fits)));
  return parts;
}

/** Between two words as near as can be to the middle of the text, rather behind a clause. */
function cutNearMiddle(words: readonly TimedWord[], { from, to }: WordRange): number {
  const length = words.slice(from, to).reduce((sum, word) => sum + word.text.length, 0);
  let best = from + 1;
  let bestDistance = Number.POSITIVE_INFINITY;
  let passed = 0;
  for (let i = from; i < to - 1; i++) {
    passed += words[i]!.text.length;
    const pull = CLAUSE_END.test(words[i]!.text) ? CLAUSE_PULL * length : 0;
    const distance = Math.abs(passed - length / 2) - pull;
    if (distance >= bestDistance) continue;
    best = i + 1;
    bestDistance = distance;
  }
  return best;
}
