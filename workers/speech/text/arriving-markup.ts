/**
 * Markup of a text that is still coming: what of it stands already, and where something begins that more text may make
 * markup. Says what `scanMarkup` would find, whatever comes.
 */
import type { SpeakRequest } from "../protocol";
import { findPhonemeContent, MAX_DECLARATION, MAX_PHONEME_CONTENT, type MarkupSpan, readMarkupAt } from "./markup";

/** The beginnings of what is read as a tag, bounded as those are. */
const BEGUN_TAG =
  /<(?:\/?(?:[A-Za-z][\w:.-]{0,40}(?:\s{1,20}[\w:.-]{1,40}\s{0,4}=\s{0,4}(?:"[^"<]{0,300}"|'[^'<]{0,300}'|[^\s"'<>=`]{1,60})){0,12}(?:\s{1,20}[\w:.-]{1,40}\s{0,4}(?:=\s{0,4}(?:"[^"<]{0,300}|'[^'<]{0,300}|[^\s"'<>=`]{0,60}))?|\s{0,20}\/?))?)$/y;
const BEGUN_BRACKETS = /\[[^[\]\n\r]{0,200}$/y;
const BEGUN_PHONEME_END = /^<\/phoneme\s{0,20}$/i;
const PHONEME_END_NAME = "</phoneme";
/** A comment may be of any length; one that stays open this long is not waited for. */
const MAX_COMMENT = 1000;

export interface ArrivingMarkup {
  /** Markup that is complete, in order and without overlaps; offsets are UTF-16 indices, end exclusive. */
  spans: MarkupSpan[];
  /** From here on it is not known yet what is markup: the length of the text where all is. */
  openFrom: number;
}

/**
 * Finds the markup in what has come of a text. Nothing is waited for without end: an opening that nothing can complete
 * any more, as in "3 < 4" or after more than the parser would take, is text. In time linear in the text; given what was
 * found `before` more came (and is taken over), in what came since and what was open.
 */
export function scanArrivingMarkup(
  text: string,
  mode: SpeakRequest["markup"],
  before?: ArrivingMarkup,
): ArrivingMarkup {
  const spans = before?.spans ?? [];
  const opening = /[<[]/g;
  opening.lastIndex = before?.openFrom ?? 0;
  let commentsClosed = true;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const at = match.index;
    if (isBegun(text, at)) return { spans, openFrom: at };
    const isComment = text.startsWith("<!--", at);
    if (isComment && !commentsClosed) continue;
    const span = readUnlessBroken(text, at, mode);
    if (isComment) commentsClosed = span !== undefined;
    if (span === undefined) continue;
    spans.push(span);
    opening.lastIndex = span.end;
  }
  return { spans, openFrom: text.length };
}

/** Broken markup protects nothing: whoever speaks it refuses it with the reason. */
function readUnlessBroken(text: string, at: number, mode: SpeakRequest["markup"]): MarkupSpan | undefined {
  try {
    return readMarkupAt(text, at, mode);
  } catch {
    return undefined;
  }
}

/** Whether what begins at `at` goes to the end of the text, and more may complete it. */
function isBegun(text: string, at: number): boolean {
  if (text[at] === "[") return matchesAt(BEGUN_BRACKETS, text, at);
  const second = text[at + 1];
  if (second === "!" || second === "?") return isBegunDeclaration(text, at);
  return matchesAt(BEGUN_TAG, text, at) || isBegunPhoneme(text, at);
}

function isBegunDeclaration(text: string, at: number): boolean {
  const waiting = text.length - at;
  if (text.startsWith("<!--", at)) return waiting < MAX_COMMENT && !text.includes("-->", at + 4);
  if (waiting <= 3 && /^<(?:\?|!-?)$/.test(text.slice(at))) return true;
  return waiting < MAX_DECLARATION && /^<[?!][A-Za-z][^>]*$/.test(text.slice(at));
}

/** A whole `<phoneme …>` whose word or end is still to come. */
function isBegunPhoneme(text: string, at: number): boolean {
  const contentStart = findPhonemeContent(text, at);
  if (contentStart === undefined) return false;
  const contentEnd = text.indexOf("<", contentStart);
  if (contentEnd < 0) return text.length - contentStart <= MAX_PHONEME_CONTENT;
  if (contentEnd - contentStart > MAX_PHONEME_CONTENT) return false;
  // Longer than any end that is still open.
  const end = text.slice(contentEnd, contentEnd + 40).toLowerCase();
  if (contentEnd + end.length < text.length) return false;
  return PHONEME_END_NAME.startsWith(end) || BEGUN_PHONEME_END.test(end);
}

function matchesAt(pattern: RegExp, text: string, at: number): boolean {
  pattern.lastIndex = at;
  return pattern.test(text);
}
