import { findAbbreviation } from "../abbreviations";
import { baseLanguage, hasEmojiNames, isWrittenWithoutSpaces } from "../languages";
import { segmenterFor } from "../sentences";
import { readEmoji } from "./emoji";
import { germanOrdinal, readGermanOrdinal } from "./german-ordinals";
import { countedForm, unitForms, wordsOf, writesDecimalComma } from "./language-words";
import { type GroupedReading, matchAt, type Reading, type ReadingContext } from "./reading";
import { emailReader, handleReader, urlReader } from "./urls";

const NUMBER = /[+-]?(?:[1-9]\d{0,2}(?: \d{3}){1,6}(?![\d.,]*\d)(?:,\d{1,6})?|\d{1,40}(?:[.,'](?=\d)\d{1,20}){0,8})/y;
const DATE = /(?:(\d{4})-(\d{2})-(\d{2})|(\d{1,2})([./-])(\d{1,2})\5(\d{4}))(?![\d-]|[./]\d)/y;
const FRENCH_CLOCK = /(\d{1,2})\s?h(?:\s?(\d{2}))?(?![\p{L}\d])/uy;
/** "14:30 Uhr" and "14.30 Uhr". */
const GERMAN_CLOCK = /(\d{1,2})[:.]([0-5]\d)\s?Uhr(?![\p{L}\d])/uy;
const CLOCK = /(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])/y;
/** "z.B.", "i.d.R.", and with spaces between: "z. B." */
const DOTTED = [/\p{L}{1,6}(?:\.\p{L}{1,5}){1,4}\./uy, /\p{L}{1,6}\. ?\p{L}{1,5}\./uy] as const;
const WORD = /[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}\u200c\u200d]{0,39}(?:['·-][\p{L}\p{M}\p{Nd}\u200c\u200d]{1,24}){0,3}'?/uy;
const WORD_CHARACTER = /[\p{L}\p{Nd}]/u;
const CURRENCIES: Readonly<Record<string, "dollar" | "euro" | "pound" | "yen">> = {
  $: "dollar",
  "€": "euro",
  "£": "pound",
  "¥": "yen",
};
const UNIT = /\s?(km|cm|mm|kg|m|g)(?![\p{L}\p{Nd}²³/])/uy;
const CURRENCY_AFTER = /\s?([$€£¥])(?!\d)/y;
const DEGREES = /\s?°\s?(?:([CF])(?![\p{L}\p{Nd}]))?/uy;
const PERCENT = /\s?%/y;

/** "25.50" as the language writes it; groups of thousands lose their marks. */
function localNumber(written: string, language: string): string {
  const joined = written.replace(/[ ']/g, "");
  if (!writesDecimalComma(language)) {
    return /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(joined) ? joined.replaceAll(",", "") : joined;
  }
  if (/^[+-]?\d{1,3}(?:,\d{3}){2,}$/.test(joined)) return joined.replaceAll(",", "");
  if (/^[+-]?\d{1,3}(?:,\d{3})+\.\d+$/.test(joined)) return joined.replaceAll(",", "").replace(".", ",");
  if (/^[+-]?\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(joined)) return joined.replaceAll(".", "");
  return /^[+-]?\d+\.\d{1,2}$/.test(joined) ? joined.replace(".", ",") : joined;
}

function countOf(number: string): number {
  const value = Number(number.replace(",", "."));
  return Number.isFinite(value) ? Math.abs(value) : 2;
}

const DATE_FORMATS = new Map<string, Intl.DateTimeFormat>();

function readDate(context: ReadingContext, at: number): Reading | undefined {
  const match = matchAt(DATE, context, at);
  if (match === undefined) return undefined;
  const [whole, isoYear, isoMonth, isoDay, first, , second, lastYear] = match;
  let [day, month] = isoDay === undefined ? [Number(first), Number(second)] : [Number(isoDay), Number(isoMonth)];
  if (isoDay === undefined && month > 12) [day, month] = [month, day];
  if (month < 1 || month > 12 || day < 1 || day > 31) return undefined;
  let format = DATE_FORMATS.get(context.language);
  if (format === undefined) {
    // Latin digits and the Gregorian calendar whatever the language's own are: that is what was written.
    const locale = `${context.language}-u-ca-gregory-nu-latn`;
    format = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
    DATE_FORMATS.set(context.language, format);
  }
  const spoken = format.format(new Date(Date.UTC(Number(isoYear ?? lastYear), month - 1, day)));
  const words = spoken.match(/[\p{L}\p{M}\p{Nd}\u200c]+(?:['-][\p{L}\p{M}]+)*/gu) ?? [];
  const language = baseLanguage(context.language);
  // Said as an ordinal, which eSpeak NG does not know from the digits.
  if (language === "de") words[0] = germanOrdinal(day, context);
  if (language === "fr" && day === 1) words[0] = "premier";
  return { end: at + whole.length, words: words.filter((word) => word !== "г" && word !== "р") };
}

/** A number with what belongs to it: sign, percent, degrees, currency, unit. */
function readNumber(context: ReadingContext, at: number, spellsNumbers: boolean): Reading | undefined {
  const { language } = context;
  const names = wordsOf(language);
  if (spellsNumbers) {
    const date = readDate(context, at);
    if (date !== undefined) return date;
    if (baseLanguage(language) === "de") {
      const ordinal = readGermanOrdinal(context, at);
      if (ordinal !== undefined) return ordinal;
    }
    const hours = baseLanguage(language) === "fr" ? matchAt(FRENCH_CLOCK, context, at) : undefined;
    if (hours !== undefined) {
      const [whole, hour = "", minute] = hours;
      const words = [hour, hour === "1" ? "heure" : "heures", ...(minute === undefined ? [] : [minute])];
      return { end: at + whole.length, words };
    }
    const oClock = baseLanguage(language) === "de" ? matchAt(GERMAN_CLOCK, context, at) : undefined;
    if (oClock !== undefined) {
      const [whole, hour = "", minute = ""] = oClock;
      const minutes = Number(minute) === 0 ? [] : [String(Number(minute))];
      return { end: at + whole.length, words: [hour, "Uhr", ...minutes] };
    }
    const clock = matchAt(CLOCK, context, at);
    if (clock !== undefined)
      return { end: at + clock[0].length, words: clock.slice(1).filter((part) => part !== undefined) };
  }
  const match = matchAt(NUMBER, context, at);
  if (match === undefined) return undefined;
  let end = at + match[0].length;
  const signed = localNumber(match[0], language);
  const sign = signed.startsWith("-") ? [names?.minus ?? "-"] : signed.startsWith("+") ? [names?.plus ?? "+"] : [];
  const number = signed.replace(/^[+-]/, "");
  // A letter right behind is part of the same word ("1º", "3D", "5-й").
  const tail = isWrittenWithoutSpaces(language)
    ? ""
    : (/^(?:[ºª]|-?[\p{L}\p{M}]{1,20}(?![\p{L}\p{M}]))/u.exec(context.text.slice(end, end + 24))?.[0] ?? "");
  const words = [...sign, number];
  if (names === undefined)
    return tail === "" ? { end, words } : { end: end + tail.length, words: [...sign, number + tail] };
  const count = countOf(number);
  const add = (name: string): void => void words.push(...countedForm(name, count, language).split(" "));
  const percent = matchAt(PERCENT, context, end);
  const degrees = matchAt(DEGREES, context, end);
  const currency = matchAt(CURRENCY_AFTER, context, end);
  const unit = matchAt(UNIT, context, end);
  const forms = unit === undefined ? undefined : unitForms(unit[1]!, language);
  if (percent !== undefined) {
    end += percent[0].length;
    // Turkish and Chinese say "percent" first.
    if (/^(?:tr|zh|yue)$/.test(baseLanguage(language))) words.unshift(names.percent);
    else add(names.percent);
  } else if (degrees !== undefined) {
    end += degrees[0].length;
    add(names.degrees);
    if (degrees[1] !== undefined) words.push(degrees[1] === "C" ? "Celsius" : "Fahrenheit");
  } else if (currency !== undefined) {
    end += currency[0].length;
    add(names[CURRENCIES[currency[1]!]!]);
  } else if (forms !== undefined) {
    end += unit![0].length;
    add(forms);
  } else if (tail !== "") return { end: end + tail.length, words: [...sign, number + tail] };
  return { end, words };
}

function startsNumber(text: string, at: number): boolean {
  const character = text[at]!;
  if (character >= "0" && character <= "9") return true;
  if (character !== "-" && character !== "+") return false;
  const next = text[at + 1] ?? "";
  return next >= "0" && next <= "9" && !/[\p{L}\p{Nd}.+-]/u.test(text[at - 1] ?? " ");
}

/** A row of the same sign ("£££") is decoration. */
const isInRow = (text: string, at: number): boolean => text[at + 1] === text[at] || text[at - 1] === text[at];

/** "$25.50" → 25,50 dólares: the sign in front is said behind. */
function readMoney(context: ReadingContext, at: number): Reading | undefined {
  const name = CURRENCIES[context.text[at]!];
  const names = wordsOf(context.language);
  if (name === undefined || names === undefined) return undefined;
  const from = context.text[at + 1] === " " ? at + 2 : at + 1;
  const match = matchAt(NUMBER, context, from);
  if (match === undefined) {
    if (isInRow(context.text, at)) return undefined;
    return { end: at + 1, words: countedForm(names[name], 2, context.language).split(" ") };
  }
  const number = localNumber(match[0], context.language);
  return {
    end: from + match[0].length,
    words: [number, ...countedForm(names[name], countOf(number), context.language).split(" ")],
  };
}

const SYMBOLS: Readonly<Record<string, "percent" | "and" | "plus" | "equals" | "times" | "at" | "hash" | "degrees">> = {
  "%": "percent",
  "&": "and",
  "+": "plus",
  "=": "equals",
  "×": "times",
  "@": "at",
  "#": "hash",
  "°": "degrees",
};
/** Symbols the engine has names for in most languages. */
const LEFT_TO_ENGINE = "%+=×€$£";

function readSymbol(context: ReadingContext, at: number): Reading | undefined {
  const { text, language } = context;
  const symbol = text[at]!;
  if (isInRow(text, at)) return undefined;
  const field = SYMBOLS[symbol];
  const isOperator = symbol === "+" || symbol === "=" || symbol === "×";
  if (
    isOperator &&
    !(
      /[\p{L}\p{Nd})%€$£¥°]\s?$/u.test(text.slice(Math.max(0, at - 2), at)) &&
      /^\s?[\p{L}\p{Nd}(-]/u.test(text.slice(at + 1, at + 3))
    )
  ) {
    return undefined;
  }
  if (symbol === "#" && !WORD_CHARACTER.test(text[at + 1] ?? "")) return undefined;
  const names = wordsOf(language);
  if (field !== undefined && names !== undefined) {
    return { end: at + 1, words: countedForm(names[field], 5, language).split(" ") };
  }
  return LEFT_TO_ENGINE.includes(symbol) ? { end: at + 1, words: [symbol] } : undefined;
}

const LETTERS = /[\p{L}〇][\p{L}\p{M}〇\u200c]{0,59}/uy;

/** The words of a stretch of letters without spaces, found by a dictionary. */
function readDictionaryWords(context: ReadingContext, at: number): GroupedReading | undefined {
  const match = matchAt(LETTERS, context, at);
  if (match === undefined) return undefined;
  const groups: GroupedReading["groups"] = [];
  const segmenter = segmenterFor(baseLanguage(context.language), "word");
  if (context.readJapanese !== undefined && baseLanguage(context.language) === "ja") {
    const afterDigit = /\d/.test(context.text[at - 1] ?? "");
    for (const { start, end, spoken } of context.readJapanese(match[0], afterDigit, segmenter)) {
      groups.push({ start: at + start, end: at + end, words: [spoken] });
    }
  } else {
    for (const { segment, index } of segmenter.segment(match[0])) {
      groups.push({ start: at + index, end: at + index + segment.length, words: [segment] });
    }
  }
  // The window may have cut its last word: that one is read again with what follows.
  if (groups.length > 1 && match[0].length >= 60) groups.pop();
  return { groups, separated: false };
}

/**
 * Reads the token of a text in another language than English at `at`. eSpeak NG knows each language's numbers, so they stay
 * in digits; symbols, amounts, dates and addresses become words.
 */
export function readOtherLanguage(
  context: ReadingContext,
  at: number,
  spellsNumbers: boolean,
): Reading | GroupedReading | undefined {
  const { text, language } = context;
  const character = text[at]!;
  if (context.mayHoldAddress && WORD_CHARACTER.test(character)) {
    const names = wordsOf(language);
    const address = emailReader(names)(context, at) ?? urlReader(names)(context, at);
    if (address !== undefined) return address;
  }
  if (startsNumber(text, at)) {
    const number = readNumber(context, at, spellsNumbers);
    if (number !== undefined) return number;
  }
  if (character in CURRENCIES && spellsNumbers) {
    const money = readMoney(context, at);
    if (money !== undefined) return money;
  }
  if ((character === "@" || character === "#") && !WORD_CHARACTER.test(text[at - 1] ?? " ")) {
    const names = wordsOf(language);
    const handle = names === undefined ? undefined : handleReader(names, names.hash)(context, at);
    if (handle !== undefined) return handle;
  }
  if (isWrittenWithoutSpaces(language)) {
    const word = readDictionaryWords(context, at);
    if (word !== undefined) return word;
  }
  for (const pattern of DOTTED) {
    const dotted = matchAt(pattern, context, at)?.[0];
    const known = dotted === undefined ? undefined : findAbbreviation(dotted.slice(0, -1), language);
    if (known !== undefined) return { end: at + dotted!.length, words: known.words?.split(" ") ?? [dotted!] };
  }
  const word = matchAt(WORD, context, at);
  if (word !== undefined) {
    const end = at + word[0].length;
    if (text[end] === ".") {
      const known = findAbbreviation(word[0], language);
      const isLast = /^[\s"')]*$/.test(text.slice(end + 1, end + 6));
      if (known?.words !== undefined && (known.canEndSentence || !isLast))
        return { end: end + 1, words: known.words.split(" ") };
    }
    return { end, words: [word[0]] };
  }
  const emoji = readEmoji(context, at);
  if (emoji !== undefined) {
    return emoji.words !== undefined && hasEmojiNames(language) ? { end: emoji.end, words: [emoji.emoji] } : undefined;
  }
  return readSymbol(context, at);
}
