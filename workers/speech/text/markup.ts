import type { SpeakRequest } from "../protocol";
import { SpeechTextError } from "./errors";
import { BREAK_STRENGTH_MS, MAX_BREAK_MS, NAMED_PAUSE_MS } from "./pauses";
import type { GivenPhonemes } from "./units";

/** A stretch of the text that is not read as it stands. Offsets are UTF-16 indices into the text, end exclusive. */
export type MarkupSpan = { start: number; end: number } & (
  | { kind: "dropped" }
  | { kind: "silence"; durationMs: number }
  /** A line break written as a tag. */
  | { kind: "boundary"; paragraph: boolean }
  | { kind: "delivery"; tag: string }
  | { kind: "phoneme"; phonemes: GivenPhonemes; contentStart: number; contentEnd: number }
);

// Every quantifier is bounded, so that a text made of openings alone is scanned in linear time.
const TAG =
  /<(\/?)([A-Za-z][\w:.-]{0,40})((?:\s{1,20}[\w:.-]{1,40}\s{0,4}=\s{0,4}(?:"[^"<]{0,300}"|'[^'<]{0,300}'|[^\s"'<>=`]{1,60})){0,12})\s{0,20}(\/?)>/y;
const ATTRIBUTE = /([\w:.-]{1,40})\s{0,4}=\s{0,4}(?:"([^"<]{0,300})"|'([^'<]{0,300})'|([^\s"'<>=`]{1,60}))/g;
const BRACKETED = /\[([^[\]\n\r]{1,200})\]/y;
const PAUSE_NAME =
  /^\s*(?:(short|brief|quick|long|slight)\s+)?(?:pause|silence|beat)s?(?:[\s:=-]+(?:for\s+)?([\d.]{1,6})\s*(ms|milliseconds?|s|secs?|seconds?))?\s*$/i;
const DURATION = /^\s*\+?(\d{1,6}(?:\.\d{0,6})?|\.\d{1,6})\s*(ms|s)\s*$/i;
/** Of `<?xml …>` and `<!DOCTYPE …>`. */
export const MAX_DECLARATION = 300;
const PHONEME_END = /<\/phoneme\s{0,20}>/iy;

const ARPABET = new Set(
  "AA AE AH AO AW AX AXR AY B CH D DH EH ER EY F G HH IH IX IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH".split(
    " ",
  ),
);

function readAttributes(source: string): Map<string, string> {
  const attributes = new Map<string, string>();
  for (const [, name = "", double, single, bare] of source.matchAll(ATTRIBUTE)) {
    attributes.set(name.toLowerCase(), double ?? single ?? bare ?? "");
  }
  return attributes;
}

/** Milliseconds of `1.5s` or `300ms`, at most `MAX_BREAK_MS`; undefined for anything else. */
function readDuration(value: string): number | undefined {
  const match = DURATION.exec(value);
  if (match === null) return undefined;
  const amount = Number(match[1]) * (match[2]!.toLowerCase() === "s" ? 1000 : 1);
  return Math.min(Math.round(amount), MAX_BREAK_MS);
}

function breakDuration(attributes: Map<string, string>): number {
  const time = attributes.get("time");
  if (time !== undefined) return readDuration(time) ?? 0;
  return BREAK_STRENGTH_MS.get(attributes.get("strength") ?? "medium") ?? 0;
}

function decodeEntities(value: string): string {
  return value
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&#39;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

function readPhonemes(attributes: Map<string, string>): GivenPhonemes {
  const alphabet = (attributes.get("alphabet") ?? "ipa").toLowerCase();
  const value = decodeEntities(attributes.get("ph") ?? "").trim();
  if (value === "") throw new SpeechTextError("invalid_markup", 'A <phoneme> tag needs its sounds in ph="…".');
  if (alphabet === "ipa") {
    if (/[\p{Cc}<>&[\]]/u.test(value) || !/\p{L}/u.test(value)) {
      throw new SpeechTextError("invalid_markup", "The ph of a <phoneme> tag must be sounds in IPA.");
    }
    return { alphabet: "ipa", value };
  }
  if (alphabet === "cmu-arpabet" || alphabet === "cmu") {
    const phones = value.toUpperCase().split(/\s+/);
    const unknown = phones.find((phone) => !ARPABET.has(phone.replace(/[0-2]$/, "")));
    if (unknown !== undefined) {
      throw new SpeechTextError(
        "invalid_markup",
        `"${unknown.slice(0, 12)}" in a <phoneme> tag is no CMU ARPAbet sound; write for example ph="M AE1 D IH0 S AH0 N".`,
      );
    }
    return { alphabet: "cmu-arpabet", value: phones.join(" ") };
  }
  throw new SpeechTextError("invalid_markup", 'The alphabet of a <phoneme> tag must be "ipa" or "cmu-arpabet".');
}

/** The longest text that one `<phoneme>` may stand for. */
export const MAX_PHONEME_CONTENT = 120;

function readPhonemeTag(text: string, tag: RegExpExecArray): MarkupSpan {
  const start = tag.index;
  const contentStart = start + tag[0].length;
  const phonemes = readPhonemes(readAttributes(tag[3]!));
  if (tag[4] === "/")
    return { kind: "phoneme", start, end: contentStart, phonemes, contentStart, contentEnd: contentStart };
  const contentEnd = text.indexOf("<", contentStart);
  PHONEME_END.lastIndex = contentEnd;
  const end = contentEnd < 0 || contentEnd - contentStart > MAX_PHONEME_CONTENT ? null : PHONEME_END.exec(text);
  if (end === null) {
    throw new SpeechTextError(
      "invalid_markup",
      `A <phoneme> tag must hold plain text of at most ${MAX_PHONEME_CONTENT} characters and end with </phoneme>.`,
    );
  }
  return { kind: "phoneme", start, end: PHONEME_END.lastIndex, phonemes, contentStart, contentEnd };
}

function matchTag(text: string, at: number): RegExpExecArray | null {
  TAG.lastIndex = at;
  return TAG.exec(text);
}

/** Where the word of the `<phoneme …>` begins whose opening is at `at`; undefined for anything else, and where it has none. */
export function findPhonemeContent(text: string, at: number): number | undefined {
  const tag = matchTag(text, at);
  if (tag === null || tag[2]!.toLowerCase() !== "phoneme" || tag[1] === "/" || tag[4] === "/") return undefined;
  return at + tag[0].length;
}

function readTag(text: string, at: number): MarkupSpan | undefined {
  const tag = matchTag(text, at);
  if (tag === null) {
    if (/^<phoneme\s/i.test(text.slice(at, at + 10))) {
      throw new SpeechTextError("invalid_markup", "A <phoneme> tag is not closed or its attributes are not quoted.");
    }
    return undefined;
  }
  const span = { start: at, end: at + tag[0].length };
  const closing = tag[1] === "/";
  switch (tag[2]!.toLowerCase()) {
    case "break":
      return closing
        ? { ...span, kind: "dropped" }
        : { ...span, kind: "silence", durationMs: breakDuration(readAttributes(tag[3]!)) };
    case "phoneme":
      return closing ? { ...span, kind: "dropped" } : readPhonemeTag(text, tag);
    case "p":
    case "div":
    case "h1":
    case "h2":
    case "h3":
      return { ...span, kind: "boundary", paragraph: true };
    case "br":
    case "s":
    case "li":
      return { ...span, kind: "boundary", paragraph: false };
    default:
      return { ...span, kind: "dropped" };
  }
}

function readBrackets(text: string, at: number, mode: SpeakRequest["markup"]): MarkupSpan | undefined {
  BRACKETED.lastIndex = at;
  const match = BRACKETED.exec(text);
  if (match === null) return undefined;
  const span = { start: at, end: at + match[0].length };
  const pause = PAUSE_NAME.exec(match[1]!);
  if (pause !== null) {
    const [, size, amount, unit] = pause;
    const seconds = unit?.toLowerCase().startsWith("m") ? Number(amount) / 1000 : Number(amount);
    const named =
      size === undefined
        ? NAMED_PAUSE_MS.plain
        : size.toLowerCase() === "long"
          ? NAMED_PAUSE_MS.long
          : NAMED_PAUSE_MS.short;
    const asked = amount === undefined || Number.isNaN(seconds) ? named : Math.round(seconds * 1000);
    return { ...span, kind: "silence", durationMs: Math.min(asked, MAX_BREAK_MS) };
  }
  return mode.startsWith("tags") ? { ...span, kind: "delivery", tag: match[1]! } : undefined;
}

/**
 * The markup that begins at `at`, where a "<" or a "[" stands; undefined where it is read as text.
 *
 * @throws SpeechTextError `invalid_markup` as `scanMarkup`
 */
export function readMarkupAt(text: string, at: number, mode: SpeakRequest["markup"]): MarkupSpan | undefined {
  if (text[at] === "[") return readBrackets(text, at, mode);
  if (mode.endsWith("-without-ssml")) return undefined;
  if (text.startsWith("<!--", at)) {
    const end = text.indexOf("-->", at + 4);
    return end < 0 ? undefined : { kind: "dropped", start: at, end: end + 3 };
  }
  if (/^<[?!][A-Za-z]/.test(text.slice(at, at + 3))) {
    const end = text.slice(at, at + MAX_DECLARATION).indexOf(">");
    return end < 0 ? undefined : { kind: "dropped", start: at, end: at + end + 1 };
  }
  return readTag(text, at);
}

/**
 * Finds the markup of a text, in order and without overlaps, in linear time:
 * `<break time="1.5s"/>` and `[pause]` become silence (3 s at most), `<phoneme>` gives sounds, `<p>` and `<br>` end a line,
 * other well-formed tags, comments and declarations are dropped, and with `tags` everything in square brackets is a delivery
 * tag. What is no well-formed markup is left to be read as text; `-without-ssml`, so is all in angle brackets.
 *
 * @throws SpeechTextError `invalid_markup` for a `<phoneme>` without sounds, end or a known alphabet
 */
export function scanMarkup(text: string, mode: SpeakRequest["markup"]): MarkupSpan[] {
  const spans: MarkupSpan[] = [];
  const opening = /[<[]/g;
  let commentsClosed = true;
  for (let match = opening.exec(text); match !== null; match = opening.exec(text)) {
    const isComment = text.startsWith("<!--", match.index);
    if (isComment && !commentsClosed) continue;
    const span = readMarkupAt(text, match.index, mode);
    if (isComment) commentsClosed = span !== undefined;
    if (span === undefined) continue;
    spans.push(span);
    opening.lastIndex = span.end;
  }
  return spans;
}
