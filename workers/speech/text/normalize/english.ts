import { readMonthDate, readNamedRange } from "./dates";
import { readEmoji } from "./emoji";
import { readEnglishNumber } from "./english-numbers";
import { readEnglishWord, readSpecialWord } from "./english-words";
import { CURRENCY_SIGNS, readMoneyBefore } from "./money";
import type { GroupedReading, Reading, ReadingContext } from "./reading";
import { symbolWords } from "./symbols";
import { readTelephone } from "./telephone";
import { readEmail, readHandle, readUrl } from "./urls";
import { readVersion } from "./versions";

const WORD_CHARACTER = /[\p{L}\p{N}]/u;

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= "0" && character <= "9";
}

function neighbour(text: string, from: number, step: 1 | -1): string {
  let at = from + step;
  while (text[at] === " ") at += step;
  return text[at] ?? "";
}

/** A number, or a sign or point that belongs to one. */
function startsNumber(context: ReadingContext, at: number): boolean {
  const { text } = context;
  const character = text[at]!;
  if (isDigit(character)) return true;
  if (!/[+.'-]/.test(character)) return false;
  const before = text[at - 1] ?? " ";
  if (WORD_CHARACTER.test(before) || before === "." || before === character) return false;
  const next = text[at + 1];
  if (character === "'") return isDigit(next) && isDigit(text[at + 2]) && text[at + 3] === "s";
  return isDigit(next) || (next === "." && character !== "." && isDigit(text[at + 2]));
}

function startsMoney(text: string, at: number): boolean {
  const character = text[at]!;
  if (CURRENCY_SIGNS.includes(character)) return true;
  if (character === "-")
    return CURRENCY_SIGNS.includes(text[at + 1] ?? " ") && !WORD_CHARACTER.test(text[at - 1] ?? " ");
  return character >= "A" && character <= "U" && /^[A-Z]{1,3}(?:\$| ?\d)/.test(text.slice(at, at + 5));
}

/**
 * Reads the token of an English text at `at`: a word, number, date, amount, address, symbol or emoji, as the words
 * it is spoken as, in plain ASCII. Undefined where nothing is spoken.
 *
 * @param spellsNumbers false leaves numbers, dates and amounts to the engine
 */
export function readEnglish(
  context: ReadingContext,
  at: number,
  spellsNumbers: boolean,
): Reading | GroupedReading | undefined {
  const { text } = context;
  const character = text[at]!;
  if (WORD_CHARACTER.test(character) || text.charCodeAt(at) > 0xd7ff) {
    if (context.mayHoldAddress) {
      const address = readEmail(context, at) ?? readUrl(context, at);
      if (address !== undefined) return address;
    }
  }
  const special = readSpecialWord(context, at);
  if (special !== undefined) return special;
  if (character === "(" && spellsNumbers && isDigit(text[at + 1])) {
    const telephone = readTelephone(context, at);
    if (telephone !== undefined) return telephone;
  }
  if (!spellsNumbers && character === "$" && isDigit(text[at + 1])) return readRawNumber(context, at);
  if (spellsNumbers && startsMoney(text, at)) {
    const money = readMoneyBefore(context, at);
    if (money !== undefined) return money;
  }
  if (startsNumber(context, at)) {
    const number = spellsNumbers ? readEnglishNumber(context, at) : readRawNumber(context, at);
    if (number !== undefined) return number;
  }
  if (character >= "A" && character <= "W" && spellsNumbers) {
    const date = readMonthDate(context, at) ?? readNamedRange(context, at);
    if (date !== undefined) return date;
  }
  if ((character === "v" || character === "V") && isDigit(text[at + 1]) && spellsNumbers) {
    const version = readVersion(context, at);
    if (version !== undefined) return version;
  }
  if (character === "@" || character === "#") {
    const handle = WORD_CHARACTER.test(text[at - 1] ?? " ") ? undefined : readHandle(context, at);
    if (handle !== undefined) return handle;
  }
  const word = readEnglishWord(context, at);
  if (word !== undefined) return word;
  const emoji = readEmoji(context, at);
  if (emoji !== undefined) return emoji.words === undefined ? undefined : { end: emoji.end, words: emoji.words };
  return readSymbol(text, at);
}

const RAW_NUMBER = /[$]?[+-]?\d[\d.,:/%-]{0,38}/y;

function readRawNumber(context: ReadingContext, at: number): Reading | undefined {
  RAW_NUMBER.lastIndex = at;
  const raw = RAW_NUMBER.exec(context.text)?.[0]
    .slice(0, context.end - at)
    .replace(/[.,:/-]+$/, "");
  return raw === undefined || raw === "" ? undefined : { end: at + raw.length, words: [raw] };
}

function readSymbol(text: string, at: number): Reading | undefined {
  const symbol = text[at]!;
  // A row of the same sign is decoration.
  if (text[at + 1] === symbol || text[at - 1] === symbol) return undefined;
  if (symbol === "-" && text[at + 1] === ">") return { end: at + 2, words: ["to"] };
  if (symbol === "=" && text[at + 1] === ">") return { end: at + 2, words: ["to"] };
  if (symbol === "." && WORD_CHARACTER.test(text[at + 1] ?? "") && WORD_CHARACTER.test(text[at - 1] ?? "")) {
    // "index.html" has a dot; "end.Next" only lacks a space.
    const startsSentence = /\p{Ll}\.\p{Lu}\p{Ll}/u.test(text.slice(at - 1, at + 3));
    return startsSentence ? undefined : { end: at + 1, words: ["dot"] };
  }
  const words = symbolWords(symbol, neighbour(text, at, -1), neighbour(text, at, 1));
  return words === undefined ? undefined : { end: at + 1, words };
}
