import { cutIntoUnits } from "./clauses";
import type { CleanText } from "./clean-text";
import { applyTag, NEUTRAL_DELIVERY } from "./delivery";
import { baseLanguage, scriptsOf } from "./languages";
import { detectClearLatin } from "./latin-languages";
import type { JapaneseReader } from "./normalize/reading";
import { cleanPassage, type EntryPart, type Passage } from "./passages";
import { MAX_BREAKS_PER_ENTRY_MS, PAUSE_MS } from "./pauses";
import { sentenceEnds } from "./sentences";
import { type Token, tokenize } from "./tokens";
import type { Delivery, SpeechUnit } from "./units";

/** A unit before its source is known: that ends where the next one begins. Offsets are UTF-16 indices of the entry. */
export interface SpeechDraft {
  kind: "speech";
  begin: number;
  tokens: readonly Token[];
  /** The passage the tokens point into. */
  clean: CleanText;
  /** Where the last token ends in the source. */
  spokenEnd: number;
  language: string;
  delivery: Delivery;
  ending: SpeechUnit["ending"];
  pauseAfterMs: number;
}

export type Draft =
  | SpeechDraft
  | { kind: "silence"; begin: number; durationMs: number }
  /** The pause after the unit before is at least this long. */
  | { kind: "pause"; pauseMs: number };

export interface EntryOptions {
  text: string;
  parts: readonly EntryPart[];
  language: string;
  /** Whether paragraphs may be in another language than the entry. */
  detectsParagraphs: boolean;
  spellsNumbers: boolean;
  /** Whether the first unit of this entry is the first of the request. */
  isFirst: boolean;
  /** How Chinese characters in Japanese are said; not needed to know whether anything is. */
  readJapanese?: JapaneseReader | undefined;
  /** Whether text follows this entry in another request, so that its end may not be a sentence's end. */
  continues: boolean;
}

const OPENERS = new Set("\"'([{¿¡#@$€£¥_*~「『（《〈【+-");

/** Where the unit that begins with a token begins: opening quotes and brackets in front of it belong to it. */
function leadIn(text: string, previousEnd: number, start: number): number {
  let at = start;
  while (at > previousEnd && OPENERS.has(text[at - 1]!)) at--;
  return at;
}

function endingOf(tail: string, language: string): "statement" | "question" | "exclamation" | undefined {
  if (/[?？؟⸮՞]/.test(tail) || (tail.includes(";") && baseLanguage(language) === "el")) return "question";
  if (/[!！¡՜]/.test(tail)) return "exclamation";
  return /[.。।॥۔．｡…։።]/.test(tail) ? "statement" : undefined;
}

const END_MARK = { statement: ".", question: "?", exclamation: "!", clause: "" } as const;

function pauseAfter(ending: SpeechUnit["ending"], punctuation: string, isForced: boolean): number {
  if (ending === "statement") return PAUSE_MS.fullStop;
  if (ending !== "clause") return PAUSE_MS.question;
  if (punctuation === ",") return PAUSE_MS.comma;
  if (punctuation !== "") return PAUSE_MS.semicolon;
  return isForced ? PAUSE_MS.forcedCut : PAUSE_MS.languageChange;
}

/** Tokens of a sentence in stretches of one language. */
function byLanguage(tokens: readonly Token[]): Token[][] {
  const groups: Token[][] = [];
  for (const token of tokens) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]!.language === token.language) last.push(token);
    else groups.push([token]);
  }
  return groups;
}

/** The units of one sentence. */
function* draftSentence(
  tokens: Token[],
  clean: CleanText,
  previousEnd: number,
  ending: SpeechUnit["ending"],
  delivery: Delivery,
  isFirst: boolean,
): Generator<SpeechDraft> {
  const last = tokens.at(-1)!;
  if (ending !== "clause") last.punctuation = END_MARK[ending];
  let end = previousEnd;
  let first = isFirst;
  for (const group of byLanguage(tokens)) {
    let from = 0;
    for (const to of cutIntoUnits(group, first)) {
      first = false;
      const unitTokens = group.slice(from, to + 1);
      const lastToken = unitTokens.at(-1)!;
      const ownEnding = lastToken === last ? ending : "clause";
      const isForced = to + 1 < group.length;
      yield {
        kind: "speech",
        begin: clean.starts[leadIn(clean.text, end, unitTokens[0]!.start)]!,
        tokens: unitTokens,
        clean,
        spokenEnd: clean.ends[lastToken.end - 1]!,
        language: lastToken.language,
        delivery,
        ending: ownEnding,
        pauseAfterMs: pauseAfter(ownEnding, lastToken.punctuation, isForced),
      };
      end = lastToken.end;
      from = to + 1;
    }
  }
}

function passageLanguage(text: string, options: EntryOptions): string {
  if (!options.detectsParagraphs || !scriptsOf(options.language).includes("Latin")) return options.language;
  const clear = detectClearLatin(text);
  return clear === undefined || clear === baseLanguage(options.language) ? options.language : clear;
}

interface DraftState {
  delivery: Delivery;
  isFirst: boolean;
}

function* draftPassage(passage: Passage, options: EntryOptions, state: DraftState): Generator<Draft> {
  const { clean, fixed } = cleanPassage(options.text, passage);
  const language = passageLanguage(clean.text, options);
  const tokenizing = { language, spellsNumbers: options.spellsNumbers, fixed, readJapanese: options.readJapanese };
  let from = 0;
  let previousEnd = 0;
  for (const to of sentenceEnds(clean.text, language)) {
    if (fixed.some((token) => token.start < to && to < token.end)) continue;
    const tokens = tokenize(clean.text, from, to, clean, tokenizing);
    from = to;
    const last = tokens.at(-1);
    if (last === undefined) continue;
    const tail = clean.text.slice(last.end, to);
    const atEnd = clean.text.slice(to).trim() === "";
    const goesOn = atEnd && (passage.after === "cut" || (passage.after === "end" && options.continues));
    const ending = endingOf(tail, language) ?? (goesOn || /[,;:،、—–-]\s*$/.test(tail) ? "clause" : "statement");
    if (ending === "clause") last.punctuation = /[;:]/.test(tail) ? ";" : /[^\s"')\]]/.test(tail) ? "," : "";
    yield* draftSentence(tokens, clean, previousEnd, ending, state.delivery, state.isFirst);
    state.isFirst = false;
    previousEnd = last.end;
    if (ending !== "clause") state.delivery = NEUTRAL_DELIVERY;
  }
  if (passage.after === "line" || passage.after === "paragraph") {
    state.delivery = NEUTRAL_DELIVERY;
    yield { kind: "pause", pauseMs: passage.after === "paragraph" ? PAUSE_MS.paragraph : PAUSE_MS.semicolon };
  }
}

export function* draftEntry(options: EntryOptions): Generator<Draft> {
  const state: DraftState = { delivery: NEUTRAL_DELIVERY, isFirst: options.isFirst };
  let silenceMs = 0;
  let tagged = false;
  for (const part of options.parts) {
    if (part.kind === "passage") {
      yield* draftPassage(part, options, state);
      // Tags that stand together add up; a tag after words starts anew.
      if (/\S/.test(options.text.slice(part.start, part.end))) tagged = false;
    } else if (part.kind === "delivery") {
      state.delivery = applyTag(part.tag, tagged ? state.delivery : NEUTRAL_DELIVERY);
      tagged = true;
    } else {
      const durationMs = Math.min(part.durationMs, MAX_BREAKS_PER_ENTRY_MS - silenceMs);
      silenceMs += durationMs;
      if (durationMs > 0) yield { kind: "silence", begin: part.start, durationMs };
    }
  }
}

/** As `draftEntry`; a text that has nothing to say in its language (an emoji in Hebrew) is said in English. */
export function* draftInSomeLanguage(options: EntryOptions): Generator<Draft> {
  const waiting: Draft[] = [];
  const drafts = draftEntry(options);
  for (let next = drafts.next(); !next.done; next = drafts.next()) {
    waiting.push(next.value);
    if (next.value.kind === "speech") {
      yield* waiting;
      yield* drafts;
      return;
    }
  }
  if (baseLanguage(options.language) === "en") yield* waiting;
  else yield* draftEntry({ ...options, language: "en", detectsParagraphs: false });
}
