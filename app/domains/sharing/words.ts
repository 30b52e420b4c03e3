/** A text as words with their times, for lighting them as they are spoken. Pure. */
import type { Alignment } from "../../../workers/speech/protocol";
import { UNSPACED } from "../../lib/unspaced-scripts";
import type { TimedWord } from "./schema";

/** What opens belongs to what it opens. A closing quotation mark is \p{Pf} or \p{Pe}. */
const OPENING = /^[\p{Ps}\p{Pi}]/u;
/** Opens and closes alike. */
const STRAIGHT_QUOTE = /^["\uff02]/;

/** In characters as people see them. Longer than any word of a dictionary: what is longer is lit in parts. */
const MAX_WORD_CHARACTERS = 48;
const MAX_PART_CHARACTERS = 24;

/**
 * The words of a text, in order; joined they are the text. White space belongs to the word before it (at the very
 * beginning to the first one). Times are those of the word's own characters, never going back. What is too long to be a word
 * (an address, thousands of letters without a space) is parts of at most 24 characters, each with its own times.
 *
 * @param text as it was given
 * @param alignment times over the text; characters of the text that it lacks (the line ends between the lines of a
 *   dialogue) take the time of what stands before them
 */
export function timedWords(text: string, alignment: Alignment, language = ""): TimedWord[] {
  const times = timesOf(text, alignment);
  const words: TimedWord[] = [];
  let at = 0;
  let before = 0;
  for (const piece of splitIntoWords(text, language)) {
    const end = at + piece.length;
    const spokenEnd = at + piece.trimEnd().length;
    const spokenStart = Math.min(at + (piece.length - piece.trimStart().length), Math.max(at, spokenEnd - 1));
    const startSeconds = Math.max(before, times.start[spokenStart] ?? before);
    const endSeconds = Math.max(startSeconds, times.end[Math.max(spokenStart, spokenEnd - 1)] ?? startSeconds);
    words.push({ text: piece, startSeconds, endSeconds });
    before = startSeconds;
    at = end;
  }
  return words;
}

/** Times for each UTF-16 position of the text. */
function timesOf(text: string, alignment: Alignment): { start: number[]; end: number[] } {
  const start: number[] = [];
  const end: number[] = [];
  const { characters, characterStartTimesSeconds, characterEndTimesSeconds } = alignment;
  let next = 0;
  let last = { start: 0, end: 0 };
  for (const character of text) {
    if (characters[next] === character) {
      last = { start: characterStartTimesSeconds[next] ?? last.end, end: characterEndTimesSeconds[next] ?? last.end };
      next++;
    } else last = { start: last.end, end: last.end };
    for (let unit = 0; unit < character.length; unit++) {
      start.push(last.start);
      end.push(last.end);
    }
  }
  return { start, end };
}

function splitIntoWords(text: string, language: string): string[] {
  const spaced = text.match(/^\s*\S+\s*|\S+\s*/gu) ?? (text === "" ? [] : [text]);
  return spaced.flatMap((piece) => (UNSPACED.test(piece) ? segmentsOf(piece, language) : [piece])).flatMap(partsOf);
}

/** Words of a stretch without spaces; punctuation and white space stay with the word before, what opens goes with the next. */
function segmentsOf(piece: string, language: string): string[] {
  const words: string[] = [];
  /** Waits for its word. */
  let leading = "";
  let quotes = 0;
  const allQuotes = piece.match(/["\uff02]/g)?.length ?? 0;
  for (const { segment, isWordLike } of segmenterFor(language).segment(piece)) {
    const isQuote = STRAIGHT_QUOTE.test(segment);
    if (isQuote) quotes++;
    // Straight ones open in turn, and the last one only closes.
    const opens = isQuote ? quotes % 2 === 1 && quotes < allQuotes : OPENING.test(segment);
    if (isWordLike) {
      words.push(leading + segment);
      leading = "";
    } else if (words.length === 0 || leading !== "" || opens) leading += segment;
    else words[words.length - 1] += segment;
  }
  if (leading !== "") words.push((words.pop() ?? "") + leading);
  return words;
}

const seenCharacters = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** The word itself, or parts of like length where it is too long for one; white space around stays with the outer ones. */
function partsOf(word: string): string[] {
  if (word.length <= MAX_WORD_CHARACTERS) return [word];
  const core = word.trim();
  const characters = Array.from(seenCharacters.segment(core), ({ segment }) => segment);
  if (characters.length <= MAX_WORD_CHARACTERS) return [word];
  const size = Math.ceil(characters.length / Math.ceil(characters.length / MAX_PART_CHARACTERS));
  const parts: string[] = [];
  for (let from = 0; from < characters.length; from += size) parts.push(characters.slice(from, from + size).join(""));
  const start = word.indexOf(core);
  parts[0] = word.slice(0, start) + parts[0];
  parts[parts.length - 1] += word.slice(start + core.length);
  return parts;
}

function segmenterFor(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || undefined, { granularity: "word" });
  } catch {
    // A language code of an outside engine that is none.
    return new Intl.Segmenter(undefined, { granularity: "word" });
  }
}
