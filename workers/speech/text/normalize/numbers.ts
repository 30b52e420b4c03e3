/** English number words. Words are lower case, without hyphens; "and" only where people say it. */

const SMALL =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const TENS = "zero ten twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const SCALES = ["", "thousand", "million", "billion", "trillion", "quadrillion", "quintillion"];
/** Longer numbers are read digit by digit. */
const MAX_CARDINAL_DIGITS = 21;

const IRREGULAR_ORDINALS: Readonly<Record<string, string>> = {
  one: "first",
  two: "second",
  three: "third",
  five: "fifth",
  eight: "eighth",
  nine: "ninth",
  twelve: "twelfth",
};

/** "0045" → zero zero four five. */
export function digitWords(digits: string): string[] {
  return [...digits].map((digit) => SMALL[Number(digit)] ?? digit);
}

function belowThousand(value: number): string[] {
  const words: string[] = [];
  if (value >= 100) words.push(SMALL[Math.floor(value / 100)]!, "hundred");
  const rest = value % 100;
  if (rest >= 20) {
    words.push(TENS[Math.floor(rest / 10)]!);
    if (rest % 10 > 0) words.push(SMALL[rest % 10]!);
  } else if (rest > 0) words.push(SMALL[rest]!);
  return words;
}

/** A whole number given by its digits: "1234" → one thousand two hundred thirty four. Leading zeros are said. */
export function cardinalWords(digits: string): string[] {
  if (digits.length > MAX_CARDINAL_DIGITS || (digits.length > 1 && digits.startsWith("0"))) return digitWords(digits);
  if (digits === "0") return ["zero"];
  const words: string[] = [];
  const groups = Math.ceil(digits.length / 3);
  for (let group = groups - 1; group >= 0; group--) {
    const end = digits.length - group * 3;
    const value = Number(digits.slice(Math.max(0, end - 3), end));
    if (value === 0) continue;
    words.push(...belowThousand(value));
    if (group > 0) words.push(SCALES[group]!);
  }
  return words;
}

/** Turns the last word of a cardinal into an ordinal: twenty one → twenty first. */
export function ordinalOf(words: readonly string[]): string[] {
  const last = words.at(-1) ?? "";
  const ordinal = IRREGULAR_ORDINALS[last] ?? (last.endsWith("y") ? `${last.slice(0, -1)}ieth` : `${last}th`);
  return [...words.slice(0, -1), ordinal];
}

/** "21" → twenty first. */
export function ordinalWords(digits: string): string[] {
  return ordinalOf(cardinalWords(digits.replace(/^0+(?=\d)/, "")));
}

/** The plural of the last word: thirds, fifties, sixes. */
export function pluralOf(words: readonly string[]): string[] {
  const last = words.at(-1) ?? "";
  const plural = last.endsWith("y")
    ? `${last.slice(0, -1)}ies`
    : /(?:x|s|sh|ch)$/.test(last)
      ? `${last}es`
      : `${last}s`;
  return [...words.slice(0, -1), plural];
}

/** A year of three or four digits: 1905 → nineteen oh five, 2000 → two thousand, 2026 → twenty twenty six. */
export function yearWords(digits: string): string[] {
  const year = Number(digits);
  if (digits.length !== 4 || digits.startsWith("0") || year % 1000 < 10) return cardinalWords(digits);
  const century = cardinalWords(digits.slice(0, 2));
  const rest = digits.slice(2);
  if (rest === "00") return [...century, "hundred"];
  if (rest.startsWith("0")) return [...century, "oh", SMALL[Number(rest)]!];
  return [...century, ...cardinalWords(rest)];
}

/** "3" and "14" → three point one four. Without fraction digits it is the cardinal. */
export function decimalWords(integer: string, fraction: string | undefined): string[] {
  const whole = cardinalWords(integer === "" ? "0" : integer);
  return fraction === undefined || fraction === "" ? whole : [...whole, "point", ...digitWords(fraction)];
}

/** A fraction: 3/4 → three quarters, 1/2 → one half, 7/31 → seven over thirty one. */
export function fractionWords(numerator: string, denominator: string): string[] {
  const above = cardinalWords(numerator);
  const below = Number(denominator);
  const one = Number(numerator) === 1;
  if (below === 2) return [...above, one ? "half" : "halves"];
  if (below === 4) return [...above, one ? "quarter" : "quarters"];
  const hasName = (below >= 3 && below <= 20) || [30, 32, 40, 50, 60, 64, 100, 1000].includes(below);
  if (!hasName || Number(numerator) >= below * 3) return [...above, "over", ...cardinalWords(denominator)];
  const name = ordinalWords(denominator);
  return [...above, ...(one ? name : pluralOf(name))];
}

const ROMAN_VALUES: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10, L: 50, C: 100, D: 500, M: 1000 };
const ROMAN = /^M{0,3}(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})$/;

/** The value of a Roman numeral in capitals, or undefined if it is none. */
export function romanValue(numeral: string): number | undefined {
  if (numeral === "" || !ROMAN.test(numeral)) return undefined;
  let value = 0;
  for (let index = 0; index < numeral.length; index++) {
    const own = ROMAN_VALUES[numeral[index]!]!;
    value += own < (ROMAN_VALUES[numeral[index + 1] ?? ""] ?? 0) ? -own : own;
  }
  return value;
}
