import { readDayDate, readDecade, readNumericDate } from "./dates";
import { readLength, readPer, readUnit } from "./measures";
import { readMoneyAfter } from "./money";
import { cardinalWords, decimalWords, digitWords, fractionWords, ordinalWords, yearWords } from "./numbers";
import { matchAt, type Reader, type ReadingContext } from "./reading";
import { readTelephone } from "./telephone";
import { readIsoTime, readTime } from "./times";
import { readVersion } from "./versions";

const NUMBER =
  /([+-])?(?:(\d{1,3}(?:,\d{3}){1,6}(?![\d])|[1-9]\d{0,2}(?: \d{3}){2,6}(?!\d)|\d{1,40}))?(?:\.(\d{1,20}))?/y;
const ORDINAL = /(?:st|nd|rd|th)(?![\p{L}\d])/iuy;
const EXPONENT = /[eE]([+-]?)(\d{1,3})(?![\p{L}\d])/uy;
const POWER_OF_TEN = /\s?[x×*]\s?10\^?([-+]?)(\d{1,3})(?![\d.])/y;
const UP_TO = /(?:\s?–\s?|-)(\d{1,3}(?:,\d{3})+|\d{1,9})(?:\.(\d{1,6}))?(?![\d]|-\d|\/)/y;
const OVER = /\/(\d{1,4})(?![\d/]|\.\d)/y;
/** Shares and the shapes of screens, said number by number. */
const NO_FRACTIONS: ReadonlySet<string> = new Set(["50/50", "16/9", "21/9"]);
const MIXED = /(\d{1,6})\s(\d{1,2})\/(\d{1,2})(?![\d/])/y;
const MAGNITUDE = /([kKM])(?![\p{L}\d])|(bn|mn)(?![\p{L}\d])/uy;
const MAGNITUDES: Readonly<Record<string, string>> = { k: "thousand", m: "million", bn: "billion", mn: "million" };
/** Words after which a number of four digits is a year. */
const BEFORE_YEAR =
  /^(?:in|since|from|by|until|till|of|year|circa|before|after|during|to|through|around|about|spring|summer|autumn|fall|winter|and|late|early|mid|January|February|March|April|May|June|July|August|September|October|November|December)$/i;

function looksLikeYear(context: ReadingContext, digits: string, end: number): boolean {
  if (!/^(?:1\d|20)\d\d$/.test(digits)) return false;
  const year = Number(digits);
  if (year >= 1900 && year <= 2099) return true;
  if (/^ (?:AD|BC|BCE|CE)\b/.test(context.text.slice(end, end + 5))) return true;
  return year > 1009 && BEFORE_YEAR.test(context.previousWord);
}

function integerWords(context: ReadingContext, written: string, end: number): string[] {
  const digits = written.replace(/[, ]/g, "");
  return written === digits && looksLikeYear(context, digits, end) ? yearWords(digits) : cardinalWords(digits);
}

interface Parsed {
  end: number;
  sign: string[];
  written: string;
  fraction: string | undefined;
}

function parseNumber(context: ReadingContext, at: number): Parsed | undefined {
  const match = matchAt(NUMBER, context, at);
  if (match === undefined || (match[2] === undefined && match[3] === undefined)) return undefined;
  return {
    end: at + match[0].length,
    sign: match[1] === undefined ? [] : [match[1] === "-" ? "minus" : "plus"],
    written: match[2] ?? "",
    fraction: match[3],
  };
}

/** 5-10, 1990–95, 10–15%: the words up to and with the second number. */
function readRange(context: ReadingContext, parsed: Parsed): { end: number; words: string[] } | undefined {
  const match = matchAt(UP_TO, context, parsed.end);
  if (match === undefined || parsed.sign.length > 0) return undefined;
  const [whole, written = "", fraction] = match;
  const first = parsed.written;
  const end = parsed.end + whole.length;
  const areYears =
    /^(?:1[1-9]|20)\d\d$/.test(first) && /^(?:(?:1[1-9]|20)\d\d|\d\d)$/.test(written) && fraction === undefined;
  if (areYears) {
    const second = written.length === 2 ? cardinalWords(String(Number(written))) : yearWords(written);
    return { end, words: [...yearWords(first), "to", ...second] };
  }
  // 007-42 is no range but a code.
  if (/^0\d/.test(first)) return undefined;
  const words = [
    ...decimalWords(first.replace(/[, ]/g, ""), parsed.fraction),
    "to",
    ...decimalWords(written.replaceAll(",", ""), fraction),
  ];
  const unit = readUnit(context, end, false);
  return { end: unit?.end ?? end, words: unit === undefined ? words : [...words, ...unit.words] };
}

function readFraction(
  context: ReadingContext,
  at: number,
  parsed: Parsed,
): { end: number; words: string[] } | undefined {
  const mixed = matchAt(MIXED, context, at);
  if (mixed !== undefined && Number(mixed[2]) < Number(mixed[3])) {
    const [whole, integer = "", numerator = "", denominator = ""] = mixed;
    const part = fractionWords(numerator, denominator);
    const single =
      numerator === "1" ? [denominator === "8" || denominator === "11" ? "an" : "a", ...part.slice(1)] : part;
    return { end: at + whole.length, words: [...cardinalWords(integer), "and", ...single] };
  }
  const over = matchAt(OVER, context, parsed.end);
  if (over === undefined || parsed.fraction !== undefined || parsed.written === "" || parsed.written.length > 4)
    return undefined;
  const end = parsed.end + over[0].length;
  if (NO_FRACTIONS.has(`${parsed.written}/${over[1]}`))
    return { end, words: [...cardinalWords(parsed.written), ...cardinalWords(over[1]!)] };
  if (Number(over[1]) === 0) return { end, words: [...cardinalWords(parsed.written), "over", "zero"] };
  const words = [...parsed.sign, ...fractionWords(parsed.written, over[1]!)];
  const unit = readUnit(context, end, false);
  return unit === undefined
    ? { end, words }
    : { end: unit.end, words: [...words, "of", "a", ...singular(context, end)] };
}

function singular(context: ReadingContext, at: number): string[] {
  return readUnit(context, at, true)?.words ?? [];
}

/** A plain number with what hangs on it: ordinal ending, exponent, magnitude, unit, letters. */
const readPlainNumber: Reader = (context, at) => {
  const parsed = parseNumber(context, at);
  if (parsed === undefined) return undefined;
  const { end, sign, written, fraction } = parsed;
  const digits = written.replace(/[, ]/g, "");
  const ordinal = fraction === undefined ? matchAt(ORDINAL, context, end) : undefined;
  if (ordinal !== undefined) return { end: end + ordinal[0].length, words: [...sign, ...ordinalWords(digits)] };
  const range = readRange(context, parsed);
  if (range !== undefined) return range;
  const part = readFraction(context, at, parsed);
  if (part !== undefined) return part;
  const value = [...sign, ...decimalWords(digits, fraction)];
  const exponent = matchAt(EXPONENT, context, end) ?? matchAt(POWER_OF_TEN, context, end);
  if (exponent !== undefined) {
    const size = String(Number(exponent[2]));
    const power = exponent[1] === "-" ? ["minus", ...cardinalWords(size)] : ordinalWords(size);
    return { end: end + exponent[0].length, words: [...value, "times", "ten", "to", "the", ...power] };
  }
  // "4K" and "8K" are kinds of pictures, "10K" is ten thousand.
  const magnitude = /^[48]$/.test(digits) && context.text[end] === "K" ? undefined : matchAt(MAGNITUDE, context, end);
  if (magnitude !== undefined) {
    const words = [...value, MAGNITUDES[magnitude[0].toLowerCase()]!];
    return { end: end + magnitude[0].length, words };
  }
  const unit = readUnit(context, end, fraction === undefined && digits === "1");
  if (unit !== undefined) return { end: unit.end, words: [...value, ...unit.words] };
  if (fraction !== undefined) return { end, words: value };
  const per = readPer(context, end);
  return {
    end: per?.end ?? end,
    words: [...sign, ...integerWords(context, written, end), ...(per?.words ?? [])],
  };
};

const CODE = /\d{1,12}(?:-\d{1,12}){2,8}(?!\d)/y;
/** Numbers joined by hyphens that are no date, range or telephone number: 1-2-3, part numbers. */
const readCode: Reader = (context, at) => {
  const match = matchAt(CODE, context, at);
  if (match === undefined) return undefined;
  const groups = [];
  for (const group of match[0].matchAll(/\d+/g)) {
    const start = at + group.index;
    const words = group[0].length <= 2 ? cardinalWords(group[0]) : digitWords(group[0]);
    groups.push({ start, end: start + group[0].length, words });
  }
  return { groups, separated: true };
};

/** A date in digits, with the time of day that ISO 8601 hangs on it. */
const readDateAndTime: Reader = (context, at) => {
  const date = readNumericDate(context, at);
  if (date === undefined || "groups" in date) return date;
  const time = readIsoTime(context, date.end);
  return time === undefined || "groups" in time ? date : { end: time.end, words: [...date.words, "at", ...time.words] };
};

const READERS: readonly Reader[] = [
  readDateAndTime,
  readTelephone,
  readCode,
  readDecade,
  readTime,
  readDayDate,
  readVersion,
  readMoneyAfter,
  (context, at) => readLength(context, at),
  readPlainNumber,
];

/** Reads whatever starts with a digit, or with a sign or point before one. */
export const readEnglishNumber: Reader = (context, at) => {
  for (const read of READERS) {
    const reading = read(context, at);
    if (reading !== undefined) return reading;
  }
  return undefined;
};
