/** When buffered text is spoken, and up to where: never in the middle of markup. Pure. */
import type { ArrivingMarkup } from "../../workers/speech/text/arriving-markup";
import type { MarkupSpan } from "../../workers/speech/text/markup";

/** The end of a sentence: its mark, closing quotes, and white space or a script that uses none. */
const SENTENCE_END = /(?:[.!?…]["'”’)\]]*(?=\s)|[。！？｡]["”’」』）]*)\s*/gu;
const SPACES = /\s+/gu;
/** Markup without a word waits for one to lead, up to this many characters: more of them is no speech. */
const MAX_WORDLESS = 1000;

/** What is spoken now and what waits; together the buffer. */
export interface Split {
  now: string;
  later: string;
}

/**
 * Splits a buffer that has reached its length: after the last sentence end, else after the last word; text without either
 * waits, up to twice the length. Markup is not cut, and what may become markup waits.
 */
export function splitForSpeaking(buffer: string, wantedLength: number, { spans, openFrom }: ArrivingMarkup): Split {
  const known = buffer.slice(0, openFrom);
  const firstWord = findFirstWord(known, spans);
  const afterFirstWord = (firstWord ?? known.length) + 1;
  const end =
    lastMatchEnd(known, SENTENCE_END, Math.max(afterFirstWord, wantedLength / 2), spans) ??
    lastMatchEnd(known, SPACES, afterFirstWord, spans);
  if (end !== undefined) return splitAt(buffer, end);
  const longest = firstWord === undefined ? Math.max(wantedLength * 2, MAX_WORDLESS) : wantedLength * 2;
  return splitAt(buffer, known.length < longest ? 0 : openFrom);
}

/** Splits a buffer that is spoken without waiting for its length: all but what may become markup, and what leads what comes. */
export function splitAtMarkup(buffer: string, { spans, openFrom }: ArrivingMarkup): Split {
  return splitAt(buffer, beforeLeading(buffer, openFrom, spans));
}

/** Splits a buffer that is spoken as it is, tags that nothing has closed included: all but what leads what comes. */
export function splitAtFlush(buffer: string, { spans, openFrom }: ArrivingMarkup): Split {
  return splitAt(buffer, openFrom < buffer.length ? buffer.length : beforeLeading(buffer, buffer.length, spans));
}

const splitAt = (buffer: string, end: number): Split => ({ now: buffer.slice(0, end), later: buffer.slice(end) });

/** Where the delivery tags at the end begin; where there is no word at all, the beginning: alone, a silence is no speech. */
function beforeLeading(text: string, end: number, spans: readonly MarkupSpan[]): number {
  let from = end;
  if (findFirstWord(text.slice(0, end), spans) === undefined) from = 0;
  else
    for (const span of spans.toReversed()) {
      if (span.kind !== "delivery" || /\S/.test(text.slice(span.end, from))) break;
      from = span.start;
    }
  return end - from < MAX_WORDLESS ? from : end;
}

/** Where the first thing begins that is said: neither blank nor markup, or given sounds. */
function findFirstWord(text: string, spans: readonly MarkupSpan[]): number | undefined {
  let at = 0;
  for (const { kind, start, end } of spans) {
    const word = text.slice(at, start).search(/\S/);
    if (word >= 0) return at + word;
    if (kind === "phoneme") return start;
    at = end;
  }
  const word = text.slice(at).search(/\S/);
  return word < 0 ? undefined : at + word;
}

/** Where the last match ends outside of all markup and not behind a delivery tag, which leads what comes, if that is not before `atLeast`. */
function lastMatchEnd(
  text: string,
  pattern: RegExp,
  atLeast: number,
  spans: readonly MarkupSpan[],
): number | undefined {
  let last: number | undefined;
  let next = 0;
  for (const match of text.matchAll(pattern)) {
    const end = match.index + match[0].length;
    while (next < spans.length && spans[next]!.end <= end) next++;
    const before = spans[next - 1];
    const isLeading = before?.kind === "delivery" && !/\S/.test(text.slice(before.end, end));
    if (!isLeading && end <= (spans[next]?.start ?? end)) last = end;
  }
  return last !== undefined && last >= atLeast ? last : undefined;
}
