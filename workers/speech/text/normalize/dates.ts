import { cardinalWords, ordinalWords, yearWords } from "./numbers";
import { matchAt, type Reader } from "./reading";

const MONTHS = [
  "January",
  "February",
  "March",
  "April",
  "May",
  "June",
  "July",
  "August",
  "September",
  "October",
  "November",
  "December",
];
const MONTH_NAME =
  "Jan(?:uary|\\.)?|Feb(?:ruary|\\.)?|Mar(?:ch|\\.)?|Apr(?:il|\\.)?|May|June?\\.?|July?\\.?|Aug(?:ust|\\.)?|Sept?(?:ember|\\.)?|Oct(?:ober|\\.)?|Nov(?:ember|\\.)?|Dec(?:ember|\\.)?";

const WEEKDAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const WEEKDAY_NAME =
  "Sun(?:day)?|Mon(?:day)?|Tue(?:s(?:day)?)?|Wed(?:nesday)?|Thu(?:r(?:s(?:day)?)?)?|Fri(?:day)?|Sat(?:urday)?";
const WEEKDAY_RANGE = new RegExp(String.raw`(${WEEKDAY_NAME})\.?\s?[-–]\s?(${WEEKDAY_NAME})(?![\p{L}\p{N}-])`, "uy");
const MONTH_RANGE = new RegExp(String.raw`(${MONTH_NAME})\s?[-–]\s?(${MONTH_NAME})(?![\p{L}\p{N}-])`, "uy");

const ISO = /(\d{4})-(\d{2})-(\d{2})(?![\d-])/y;
const SLASHED = /(\d{1,2})([/.-])(\d{1,2})\2(\d{4}|\d{2})(?![\d/.-]*\d)/y;
const YEAR_SLASHED = /(\d{4})[/.](\d{1,2})[/.](\d{1,2})(?![\d/.]*\d)/y;
const MONTH_FIRST = new RegExp(
  String.raw`(${MONTH_NAME})\s(\d{1,2})(?:st|nd|rd|th)?(?:\s?[-–]\s?(\d{1,2})(?:st|nd|rd|th)?)?(?:(?:,\s?|\s)(\d{4})(?!\d|[.,]\d))?(?![\p{L}\d]|[.:/]\d|\s?[ap]\.?m)`,
  "uy",
);
const DAY_FIRST = new RegExp(
  String.raw`(\d{1,2})(?:st|nd|rd|th)?\s(?:of\s)?(${MONTH_NAME})(?![\p{L}])(?:,?\s(\d{4})(?!\d|[.,]\d))?`,
  "uy",
);
const MONTH_YEAR = new RegExp(String.raw`(${MONTH_NAME}),?\s(\d{4})(?!\d|[.,]\d)`, "uy");
const CENTURY = /(1[1-9]|2[0-9])00s(?![\p{L}\d])/uy;
const DECADE = /(?:(1[1-9]|20)|')?([1-9]0)'?s(?![\p{L}\d])/uy;

/** Varieties of English that put the month first. */
function isMonthFirst(language: string): boolean {
  const region = language.split("-")[1];
  return region === undefined || region === "US" || region === "PH";
}

/** "Sept." → 9; undefined for no month. */
function monthNumber(name: string): number | undefined {
  const index = MONTHS.findIndex((month) => month.toLowerCase().startsWith(name.slice(0, 3).toLowerCase()));
  return index < 0 ? undefined : index + 1;
}

function isDay(day: number): boolean {
  return day >= 1 && day <= 31;
}

/** March fourteenth twenty twenty six. */
function dateWords(month: number, day: string, year: string | undefined): string[] {
  return [MONTHS[month - 1]!, ...ordinalWords(day), ...(year === undefined ? [] : yearWords(year))];
}

function fullYear(year: string): string {
  if (year.length === 4) return year;
  return (Number(year) < 50 ? "20" : "19") + year;
}

/** Dates in digits: 2026-03-14, 3/14/2026, 14.03.2026, 2026/3/14. */
export const readNumericDate: Reader = (context, at) => {
  const iso = matchAt(ISO, context, at) ?? matchAt(YEAR_SLASHED, context, at);
  if (iso !== undefined) {
    const [whole, year = "", month = "", day = ""] = iso;
    if (Number(month) < 1 || Number(month) > 12 || !isDay(Number(day))) return undefined;
    return { end: at + whole.length, words: dateWords(Number(month), day, year) };
  }
  const match = matchAt(SLASHED, context, at);
  if (match === undefined) return undefined;
  const [whole, first = "", separator, second = "", year = ""] = match;
  // Two digits of year are a date only with slashes: 1.2.34 is a version.
  if (separator !== "/" && year.length !== 4) return undefined;
  const monthFirst =
    Number(first) > 12 ? false : Number(second) > 12 ? true : separator === "/" && isMonthFirst(context.language);
  const [month, day] = monthFirst ? [Number(first), second] : [Number(second), first];
  if (month < 1 || month > 12 || !isDay(Number(day))) return undefined;
  return { end: at + whole.length, words: dateWords(month, day, fullYear(year)) };
};

/** Dates with the month's name first: March 3rd, Mar. 3, 2026, May 3–5, June 2026. */
export const readMonthDate: Reader = (context, at) => {
  const match = matchAt(MONTH_FIRST, context, at);
  if (match !== undefined) {
    const [whole, name = "", day = "", upTo, year] = match;
    const month = monthNumber(name);
    if (month !== undefined && isDay(Number(day))) {
      const range = upTo === undefined ? [] : ["to", ...ordinalWords(upTo)];
      const words = [
        MONTHS[month - 1]!,
        ...ordinalWords(day),
        ...range,
        ...(year === undefined ? [] : yearWords(year)),
      ];
      return { end: at + whole.length, words };
    }
  }
  const monthYear = matchAt(MONTH_YEAR, context, at);
  if (monthYear === undefined) return undefined;
  const month = monthNumber(monthYear[1]!);
  if (month === undefined) return undefined;
  return { end: at + monthYear[0].length, words: [MONTHS[month - 1]!, ...yearWords(monthYear[2]!)] };
};

/** From one day of the week or month to another: Mon-Fri, Tues.–Thurs., Jan–Mar. */
export const readNamedRange: Reader = (context, at) => {
  const match = matchAt(WEEKDAY_RANGE, context, at) ?? matchAt(MONTH_RANGE, context, at);
  if (match === undefined) return undefined;
  const [whole, from = "", to = ""] = match;
  return { end: at + whole.length, words: [wholeName(from), "to", wholeName(to)] };
};

/** "Tues" → Tuesday, "Mar." → March. */
function wholeName(short: string): string {
  const begins = short.slice(0, 3);
  return [...WEEKDAYS, ...MONTHS].find((name) => name.startsWith(begins))!;
}

/** Dates with the day first: 3 March 2026, 3rd of March. */
export const readDayDate: Reader = (context, at) => {
  const match = matchAt(DAY_FIRST, context, at);
  if (match === undefined) return undefined;
  const [whole, day = "", name = "", year] = match;
  const month = monthNumber(name);
  if (month === undefined || !isDay(Number(day))) return undefined;
  // "5 may" and "10 march" are words; only the capitalised ones are months, which the pattern ensures.
  const words = [...ordinalWords(day), "of", MONTHS[month - 1]!, ...(year === undefined ? [] : yearWords(year))];
  return { end: at + whole.length, words: context.previousWord === "the" ? words : ["the", ...words] };
};

/** Decades: 1990s, '90s, the 80s. */
export const readDecade: Reader = (context, at) => {
  const centuryMatch = matchAt(CENTURY, context, at);
  if (centuryMatch !== undefined) {
    const words = centuryMatch[1] === "20" ? ["two", "thousands"] : [...cardinalWords(centuryMatch[1]!), "hundreds"];
    return { end: at + centuryMatch[0].length, words };
  }
  const match = matchAt(DECADE, context, at);
  if (match === undefined) return undefined;
  const [whole, century, tens = ""] = match;
  // "90s" alone is seconds.
  if (century === undefined && !whole.startsWith("'") && !/^(?:the|early|mid|late)$/.test(context.previousWord))
    return undefined;
  const name = tens === "10" ? ["tens"] : [`${cardinalWords(tens)[0]!.slice(0, -1)}ies`];
  return { end: at + whole.length, words: century === undefined ? name : [...cardinalWords(century), ...name] };
};
