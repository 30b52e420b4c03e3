/** A text as words with their times, for lighting them as they are spoken. Pure. */
import type { Alignment } from "../../../workers/speech/protocol";
import type { TimedWord } from "./schema";

/** Scripts that are written without spaces: here words are found by their meaning, not by gaps. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * The words of a text, in order; joined they are the text. White space belongs to the word before it (at the very
 * beginning to the first one). Times are those of the word's own characters, never going back.
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
  return spaced.flatMap((piece) => (UNSPACED.test(piece) ? segmentsOf(piece, language) : [piece]));
}

/** Words of a stretch without spaces; punctuation and white space stay with the word before. */
function segmentsOf(piece: string, language: string): string[] {
  const words: string[] = [];
  let leading = "";
  for (const { segment, isWordLike } of segmenterFor(language).segment(piece)) {
    if (isWordLike) {
      words.push(leading + segment);
      leading = "";
    } else if (words.length > 0) words[words.length - 1] += segment;
    else leading += segment;
  }
  if (leading !== "") words.push(leading);
  return words;
}

function segmenterFor(language: string): Intl.Segmenter {
  try {
    return new Intl.Segmenter(language || undefined, { granularity: "word" });
  } catch {
    // A language code of an outside engine that is none.
    return new Intl.Segmenter(undefined, { granularity: "word" });
  }
}
