import { readEnglish } from "./normalize/english";
import { readOtherLanguage } from "./normalize/other-languages";
import type { JapaneseReader, ReadingContext } from "./normalize/reading";
import { splitRuns } from "./runs";
import type { GivenPhonemes } from "./units";

/** A token of a sentence. Offsets are UTF-16 indices into the clean text of the passage. */
export interface Token {
  start: number;
  end: number;
  words: string[];
  language: string;
  /** "," ";" ":" before the next token, or empty. The sentence's own end is added by the planner. */
  punctuation: string;
  phonemes?: GivenPhonemes;
}

/** A word (or the place of one) whose sounds the text gives. */
export interface FixedToken {
  start: number;
  end: number;
  phonemes: GivenPhonemes;
}

/** Longer words are cut: engines have been seen to hang on them. */
const MAX_WORD_LENGTH = 40;
/** More words than this from one token are left unsaid; no reading comes near it. */
const MAX_TOKEN_WORDS = 64;
const MAY_HOLD_ADDRESS = /@|:\/\/|[\p{L}\d]\.[\p{L}\d]/u;
const CAPITAL_WORD = /\p{L}{2,}/gu;

function isShouting(sentence: string): boolean {
  const words = sentence.slice(0, 1000).match(CAPITAL_WORD) ?? [];
  if (words.length < 3) return false;
  const capitals = words.filter((word) => word === word.toUpperCase() && word !== word.toLowerCase()).length;
  return capitals > words.length * 0.7;
}

function cutLongWords(words: readonly string[]): string[] {
  if (words.every((word) => word.length <= MAX_WORD_LENGTH)) return words.slice(0, MAX_TOKEN_WORDS);
  const cut = words.flatMap((word) => {
    const characters = Array.from(word);
    const parts: string[] = [];
    for (let at = 0; at < characters.length; at += MAX_WORD_LENGTH / 2) {
      parts.push(characters.slice(at, at + MAX_WORD_LENGTH / 2).join(""));
    }
    return word.length <= MAX_WORD_LENGTH ? [word] : parts;
  });
  return cut.slice(0, MAX_TOKEN_WORDS);
}

/** What a gap between two tokens sounds like. */
function punctuationOf(whole: string, spacesArePauses: boolean): string {
  const gap = whole.replace("()", "");
  if (gap === " ") return spacesArePauses ? "," : "";
  if (gap === "" || gap === "-" || gap === "'") return "";
  if (/[;؛]|\.\.|…/.test(gap)) return ";";
  if (/:/.test(gap)) return ":";
  if (/[,、،､，՝—–()[\]{}|•?!？！]|\s-\s|\s\/\s|\.\s|\u0964/.test(gap)) return ",";
  return "";
}

export interface TokenizeOptions {
  language: string;
  spellsNumbers: boolean;
  fixed: readonly FixedToken[];
  readJapanese?: JapaneseReader | undefined;
}

function readRun(tokens: Token[], context: ReadingContext, from: number, options: TokenizeOptions): void {
  const { text, end, language } = context;
  const read = language === "en" || language.startsWith("en-") ? readEnglish : readOtherLanguage;
  let fixedIndex = options.fixed.findIndex((fixed) => fixed.start >= from);
  if (fixedIndex < 0) fixedIndex = options.fixed.length;
  let lastEmoji = "";
  for (let at = from; at < end; ) {
    const fixed = options.fixed[fixedIndex];
    if (fixed !== undefined && fixed.start <= at) {
      const words =
        text.slice(fixed.start, fixed.end).match(/[\p{L}\p{M}\p{N}'-]+/gu) ?? fixed.phonemes.value.split(/\s+/);
      tokens.push({
        start: fixed.start,
        end: fixed.end,
        words: cutLongWords(words),
        language,
        punctuation: "",
        phonemes: fixed.phonemes,
      });
      fixedIndex++;
      at = Math.max(at, fixed.end);
      continue;
    }
    if (text.charCodeAt(at) === 0x20) {
      at++;
      continue;
    }
    const limited =
      fixed !== undefined && fixed.start < end
        ? { ...context, text: text.slice(0, fixed.start), end: fixed.start }
        : context;
    const reading = read(limited, at, options.spellsNumbers);
    if (reading === undefined) {
      at += text.codePointAt(at)! > 0xffff ? 2 : 1;
      continue;
    }
    if ("groups" in reading) {
      for (const group of reading.groups) {
        const punctuation = reading.separated && group !== reading.groups.at(-1) ? "," : "";
        tokens.push({ start: group.start, end: group.end, words: cutLongWords(group.words), language, punctuation });
        at = Math.max(at, group.end);
      }
    } else {
      const isEmoji = text.charCodeAt(at) > 0x2000 && !/[\p{L}\p{N}]/u.test(text.slice(at, at + 2));
      const said = isEmoji ? text.slice(at, reading.end) : "";
      // A row of the same emoji is said once.
      if (reading.words.length > 0 && !(isEmoji && said === lastEmoji)) {
        tokens.push({ start: at, end: reading.end, words: cutLongWords(reading.words), language, punctuation: "" });
      }
      lastEmoji = said;
      at = Math.max(at + 1, reading.end);
    }
    context.previousWord = tokens.at(-1)?.words.at(-1) ?? "";
  }
}

/**
 * The tokens of one sentence, in order.
 *
 * @param text clean text of the passage
 * @param from where the sentence starts, `to` where it ends
 * @param sourceStarts source index of each UTF-16 unit of `text`; tokens that share a source character become one
 */
export function tokenize(
  text: string,
  from: number,
  to: number,
  source: { starts: readonly number[]; ends: readonly number[] },
  options: TokenizeOptions,
): Token[] {
  const sentence = text.slice(from, to);
  const tokens: Token[] = [];
  const shouting = isShouting(sentence);
  const mayHoldAddress = MAY_HOLD_ADDRESS.test(sentence);
  for (const run of splitRuns(sentence, options.language)) {
    if (run.language === undefined) continue;
    const end = from + run.end;
    const context = {
      text: end === text.length ? text : text.slice(0, end),
      end,
      language: run.language,
      previousWord: tokens.at(-1)?.words.at(-1) ?? "",
      mayHoldAddress,
      shouting,
      readJapanese: options.readJapanese,
    };
    readRun(tokens, context, from + run.start, options);
  }
  return punctuate(joinShared(tokens, source), text);
}

function joinShared(tokens: Token[], source: { starts: readonly number[]; ends: readonly number[] }): Token[] {
  const joined: Token[] = [];
  for (const token of tokens) {
    const last = joined.at(-1);
    if (last !== undefined && source.starts[token.start]! < source.ends[last.end - 1]!) {
      if (last.language === token.language) last.words = [...last.words, ...token.words].slice(0, MAX_TOKEN_WORDS);
      last.end = Math.max(last.end, token.end);
    } else joined.push(token);
  }
  return joined;
}

function punctuate(tokens: Token[], text: string): Token[] {
  for (let index = 0; index + 1 < tokens.length; index++) {
    const token = tokens[index]!;
    const next = tokens[index + 1]!;
    const spacesArePauses = token.language === "th" || token.language === "my";
    // "J. R. Doe": the stop of an initial is no pause.
    const gap = text.slice(token.end, next.start);
    if (gap === ". " && token.end - token.start === 1 && /\p{L}/u.test(text[token.start]!)) continue;
    if (token.punctuation === "") token.punctuation = punctuationOf(gap, spacesArePauses);
  }
  return tokens;
}
