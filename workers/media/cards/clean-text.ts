/** Makes any string fit to be set: nothing invisible that moves other text about, nothing without a shape. */

export interface CleanText {
  text: string;
  /** For each UTF-16 unit of `text`, and one past its end: where it comes from in the text as it was given. */
  sourceAt: Uint32Array;
}

/** A letter with its marks, a syllable of Korean letters, or a character. */
const PIECES = /[\u1100-\u11ff\ua960-\ua97f\ud7b0-\ud7fb]+|\P{M}\p{M}*|\p{M}+/gu;
/** More marks on one letter than any language has are decoration that leaves its line. */
const MAX_MARKS = 4;
const EXTRA_MARKS = new RegExp(`(\\p{M}{${MAX_MARKS}})\\p{M}+`, "u");
/**
 * Kept though they are invisible: joiners, which choose letter forms, and the marks and isolates that say where text of the
 * other direction begins. Overrides and embeddings are not: they turn words that people are to trust back to front.
 */
const KEPT_INVISIBLE = /\u200c|\u200d|[\u200e\u200f\u061c\u2066-\u2069]/;
/** Controls, formats, private and unassigned characters, halves of a pair. */
const WITHOUT_SHAPE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}]/u;
/** Choices between variants that the fonts do not have, fillers, and what stands for something that is not there. */
const WITHOUT_MEANING = /\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0|\ufffc|\ufffd/u;
/** Latin in disguise, as mathematicians and spammers write it. */
const MATHEMATICAL = /[\u{1d400}-\u{1d7ff}]/u;
const LINE_ENDS = new Set("\n\r\v\f\u0085\u2028\u2029");
const SPACE = /[\t\p{Zs}]/u;
const NO_BREAK_SPACE = "\u00a0";

/**
 * Drops what cannot be shown, composes letters with their marks, and makes each run of spaces one space and each run of line
 * ends one `\n`.
 */
export function cleanText(source: string): CleanText {
  let text = "";
  const sourceAt: number[] = [];
  const put = (piece: string, at: number) => {
    text += piece;
    for (let i = 0; i < piece.length; i++) sourceAt.push(at);
  };
  let blank: { at: number; character: string } | null = null;
  for (const match of source.matchAll(PIECES)) {
    const piece = match[0];
    const isLineEnd = LINE_ENDS.has(piece[0]!);
    if (isLineEnd || SPACE.test(piece[0]!)) {
      if (isLineEnd) blank = { at: match.index, character: "\n" };
      else blank ??= { at: match.index, character: piece[0] === NO_BREAK_SPACE ? NO_BREAK_SPACE : " " };
      continue;
    }
    const shown = showable(piece);
    if (shown === "") continue;
    if (blank && text !== "") put(blank.character, blank.at);
    blank = null;
    put(shown, match.index);
  }
  return { text, sourceAt: Uint32Array.from([...sourceAt, source.length]) };
}

function showable(piece: string): string {
  let shown = "";
  for (const character of piece) if (hasShape(character)) shown += character;
  if (shown.length > MAX_MARKS) shown = shown.replace(EXTRA_MARKS, "$1");
  return MATHEMATICAL.test(shown) ? shown.normalize("NFKC") : shown.normalize("NFC");
}

const hasShape = (character: string): boolean =>
  KEPT_INVISIBLE.test(character) || !(WITHOUT_SHAPE.test(character) || WITHOUT_MEANING.test(character));
