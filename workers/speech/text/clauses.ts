import { isFunctionWord } from "./function-words";
import { baseLanguage } from "./languages";
import type { Token } from "./tokens";

/** Words of the first unit of a text, so that it is heard soon. */
const FIRST_UNIT = {
  wholeWords: 8,
  clauseMinWords: 2,
  clauseMaxWords: 9,
  forcedMinWords: 5,
  forcedMaxWords: 8,
} as const;
/** A first sentence without a comma is cut by force only from this many words on. */
const LONG_WITHOUT_COMMA = 11;
/** Spoken characters: a unit is cut at punctuation above the first number, and always below the second. */
const COMFORTABLE_LENGTH = 200;
const MAX_LENGTH = 300;
const SHORTEST_PIECE = 24;

/** Words that join clauses: a cut beside one without a comma sounds wrong. */
const CONJUNCTIONS = new Set(
  "and or but nor so yet y e o u pero sino et ou mais donc und oder aber sondern denn en of maar och eller men og mutta ja tai i a lub albo ale oraz nebo alebo ili či și sau dar és vagy de ve veya ama dan atau tetapi at và hoặc nhưng и или но а і або але та και ή αλλά و או אבל और या लेकिन 和 或 但 と や が 그리고 또는 그러나 และ หรือ แต่ that than because que".split(
    " ",
  ),
);

function spokenLength(token: Token): number {
  let length = 0;
  for (const word of token.words) length += word.length + 1;
  return length;
}

function lowerLast(token: Token | undefined): string {
  return token?.words.at(-1)?.toLowerCase() ?? "";
}

function lowerFirst(token: Token | undefined): string {
  return token?.words[0]?.toLowerCase() ?? "";
}

/** How bad a cut without punctuation after token `index` is; infinite at a conjunction. */
function forcedCutCost(tokens: readonly Token[], index: number): number {
  const before = lowerLast(tokens[index]);
  const after = lowerFirst(tokens[index + 1]);
  if (CONJUNCTIONS.has(before) || CONJUNCTIONS.has(after)) return Number.POSITIVE_INFINITY;
  const language = baseLanguage(tokens[index]!.language);
  let cost = isFunctionWord(before, language) ? 4 : 0;
  // In front of "of", "to", "with" and the like a phrase begins.
  if (isFunctionWord(after, language)) cost -= 1;
  // A number and its noun, a name and its surname stay together.
  const first = tokens[index + 1]!.words[0] ?? "";
  if (/^[A-Z]/.test(first) && /^[A-Z]/.test(tokens[index]!.words.at(-1) ?? "")) cost += 3;
  if (/^\d/.test(tokens[index]!.words[0] ?? "")) cost += 2;
  return cost;
}

/** Index of the token after which the first unit ends, or undefined to keep the sentence whole. */
function firstCut(tokens: readonly Token[], total: number): number | undefined {
  if (total <= FIRST_UNIT.wholeWords) return undefined;
  let words = 0;
  let best: number | undefined;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let index = 0; index + 1 < tokens.length; index++) {
    words += tokens[index]!.words.length;
    if (words > FIRST_UNIT.clauseMaxWords && index > 0) break;
    const left = total - words;
    if (tokens[index]!.punctuation !== "" && words >= FIRST_UNIT.clauseMinWords && left >= 2) return index;
    if (total < LONG_WITHOUT_COMMA || words < FIRST_UNIT.forcedMinWords || words > FIRST_UNIT.forcedMaxWords) continue;
    const cost = forcedCutCost(tokens, index) + Math.abs(words - 6) * 0.4 + (left < 3 ? 4 : 0);
    if (cost < bestCost) [best, bestCost] = [index, cost];
  }
  return best;
}

/** Where to cut a stretch that is longer than a unit may be: at strong, then weak punctuation, then by force. */
function longCut(tokens: readonly Token[], from: number, to: number): number {
  let length = 0;
  let best = from;
  let bestCost = Number.POSITIVE_INFINITY;
  for (let index = from; index + 1 < to; index++) {
    length += spokenLength(tokens[index]!);
    if (length > MAX_LENGTH) break;
    const punctuation = tokens[index]!.punctuation;
    const distance = Math.abs(length - COMFORTABLE_LENGTH * 0.8) / 10;
    const forced = Math.min(forcedCutCost(tokens, index), 40) + 30;
    const cost = distance + (punctuation === ";" || punctuation === ":" ? 0 : punctuation === "," ? 5 : forced);
    if (length >= SHORTEST_PIECE || best === from) {
      if (cost <= bestCost) [best, bestCost] = [index, cost];
    }
  }
  return best;
}

/**
 * Cuts the tokens of one language run of a sentence into units: ascending indices of the last token of each unit; the
 * last one is the run's last token.
 *
 * @param isFirst whether this begins the whole request: then the first unit is short
 */
export function cutIntoUnits(tokens: readonly Token[], isFirst: boolean): number[] {
  const ends: number[] = [];
  let from = 0;
  if (isFirst) {
    let total = 0;
    for (const token of tokens) total += token.words.length;
    const cut = firstCut(tokens, total);
    if (cut !== undefined) {
      ends.push(cut);
      from = cut + 1;
    }
  }
  let rest = 0;
  for (let index = from; index < tokens.length; index++) rest += spokenLength(tokens[index]!);
  while (from < tokens.length) {
    const hasPunctuation = rest <= MAX_LENGTH && rest > COMFORTABLE_LENGTH && hasInnerPunctuation(tokens, from);
    if (rest <= COMFORTABLE_LENGTH || (rest <= MAX_LENGTH && !hasPunctuation)) break;
    const cut = longCut(tokens, from, tokens.length);
    if (cut + 1 >= tokens.length) break;
    for (let index = from; index <= cut; index++) rest -= spokenLength(tokens[index]!);
    ends.push(cut);
    from = cut + 1;
  }
  ends.push(tokens.length - 1);
  return ends;
}

function hasInnerPunctuation(tokens: readonly Token[], from: number): boolean {
  let length = 0;
  for (let index = from; index + 1 < tokens.length; index++) {
    length += spokenLength(tokens[index]!);
    if (tokens[index]!.punctuation !== "" && length >= SHORTEST_PIECE) return true;
  }
  return false;
}
