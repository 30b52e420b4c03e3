import type { SpeakRequest } from "../protocol";
import { CleanTextBuilder } from "./clean-text";
import { type MarkupSpan, scanMarkup } from "./markup";
import type { FixedToken } from "./tokens";

/** A stretch of an entry's text between line ends, silences and delivery tags. Offsets are UTF-16 indices. */
export interface Passage {
  kind: "passage";
  start: number;
  end: number;
  /** Dropped tags and phonemes inside. */
  spans: MarkupSpan[];
  /** What ends it: the end of the text, a line, a paragraph, or markup in the middle of a sentence. */
  after: "end" | "line" | "paragraph" | "cut";
}

export type EntryPart =
  | Passage
  | { kind: "silence"; start: number; durationMs: number }
  | { kind: "delivery"; start: number; tag: string };

/** Stands in the clean text for a `<phoneme>` without a word. */
const PLACEHOLDER = "\ufffc";
const LINE_END = /[\n\r\v\f\u0085\u2028\u2029][\s\ufeff]*/g;
/** A line at least this long that goes on in a small letter was wrapped, not ended. */
const WRAPPED_LINE_LENGTH = 40;

function isWrapped(text: string, lineStart: number, at: number, next: number): boolean {
  if (at - lineStart < WRAPPED_LINE_LENGTH) return false;
  const before = text.slice(Math.max(lineStart, at - 8), at).trimEnd();
  return !/[.!?:…。！？]["')\]]*$/.test(before) && /^\p{Ll}/u.test(text.slice(next, next + 2));
}

function countLines(gap: string): number {
  return gap.replaceAll("\r\n", "\n").match(/[\n\r\v\f\u0085\u2028\u2029]/g)?.length ?? 0;
}

/**
 * Splits an entry's text into passages, silences and delivery tags, in order.
 *
 * @throws SpeechTextError `invalid_markup`
 */
export function splitEntry(text: string, markup: SpeakRequest["markup"]): EntryPart[] {
  const parts: EntryPart[] = [];
  let start = 0;
  let spans: MarkupSpan[] = [];
  const close = (end: number, next: number, after: Passage["after"]): void => {
    if (end > start) parts.push({ kind: "passage", start, end, spans, after });
    else if (after === "paragraph" || after === "line") {
      const last = parts.at(-1);
      if (last?.kind === "passage" && (last.after !== "paragraph" || after === "paragraph")) last.after = after;
    }
    start = next;
    spans = [];
  };
  const scanLines = (from: number, to: number): void => {
    LINE_END.lastIndex = from;
    for (let match = LINE_END.exec(text); match !== null && match.index < to; match = LINE_END.exec(text)) {
      const next = Math.min(match.index + match[0].length, to);
      const isParagraph = countLines(match[0]) > 1;
      if (!isParagraph && isWrapped(text, start, match.index, next)) continue;
      close(match.index, next, isParagraph ? "paragraph" : "line");
    }
  };
  let from = 0;
  for (const span of scanMarkup(text, markup)) {
    scanLines(from, span.start);
    from = span.end;
    if (span.kind === "silence" && span.durationMs > 0) {
      close(span.start, span.end, "cut");
      parts.push({ kind: "silence", start: span.start, durationMs: span.durationMs });
    } else if (span.kind === "delivery") {
      close(span.start, span.end, "cut");
      parts.push({ kind: "delivery", start: span.start, tag: span.tag });
    } else if (span.kind === "boundary") close(span.start, span.end, span.paragraph ? "paragraph" : "line");
    else spans.push(span);
  }
  scanLines(from, text.length);
  close(text.length, text.length, "end");
  return parts;
}

/** The clean text of a passage and the words in it whose sounds are given. */
export function cleanPassage(text: string, passage: Passage): { clean: CleanTextBuilder; fixed: FixedToken[] } {
  const clean = new CleanTextBuilder();
  const fixed: FixedToken[] = [];
  let at = passage.start;
  for (const span of passage.spans) {
    clean.appendSource(text, at, span.start);
    at = span.end;
    if (span.kind !== "phoneme") continue;
    const start = clean.text.length;
    clean.appendSource(text, span.contentStart, span.contentEnd);
    if (!/[\p{L}\p{N}]/u.test(clean.text.slice(start))) clean.append(PLACEHOLDER, span.start, span.end);
    fixed.push({ start, end: clean.text.length, phonemes: span.phonemes });
  }
  clean.appendSource(text, at, passage.end);
  return { clean, fixed };
}

/** The beginning of an entry without its markup, for detecting the language. */
export function plainSample(text: string, parts: readonly EntryPart[]): string {
  const sample = new CleanTextBuilder();
  for (const part of parts) {
    if (part.kind !== "passage") continue;
    let at = part.start;
    for (const span of part.spans) {
      sample.appendSource(text, at, span.start);
      at = span.end;
    }
    sample.appendSource(text, at, Math.max(at, Math.min(part.end, part.start + 1200)));
    sample.append(" ", part.end, part.end);
    if (sample.text.length > 1200) break;
  }
  return sample.text;
}
