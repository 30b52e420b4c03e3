import { readPer } from "./measures";
import { cardinalWords, decimalWords } from "./numbers";
import { matchAt, type Reader } from "./reading";

interface Currency {
  one: string;
  many: string;
  /** Hundredths: one and many. Absent where people say none. */
  cents?: readonly [string, string];
}

const CENTS = ["cent", "cents"] as const;
const CURRENCIES: Readonly<Record<string, Currency>> = {
  $: { one: "dollar", many: "dollars", cents: CENTS },
  "€": { one: "euro", many: "euros", cents: CENTS },
  "£": { one: "pound", many: "pounds", cents: ["penny", "pence"] },
  "¥": { one: "yen", many: "yen" },
  "₹": { one: "rupee", many: "rupees", cents: ["paisa", "paise"] },
  "₩": { one: "won", many: "won" },
  "₽": { one: "ruble", many: "rubles", cents: ["kopeck", "kopecks"] },
  "₺": { one: "lira", many: "lira" },
  "₴": { one: "hryvnia", many: "hryvnias" },
  "₪": { one: "shekel", many: "shekels" },
  "₫": { one: "dong", many: "dong" },
  "₱": { one: "peso", many: "pesos", cents: ["centavo", "centavos"] },
  "₿": { one: "bitcoin", many: "bitcoins" },
  "฿": { one: "baht", many: "baht" },
  "¢": { one: "cent", many: "cents" },
};
const CODES: Readonly<Record<string, Currency>> = {
  USD: { one: "U S dollar", many: "U S dollars", cents: CENTS },
  AUD: { one: "Australian dollar", many: "Australian dollars", cents: CENTS },
  CAD: { one: "Canadian dollar", many: "Canadian dollars", cents: CENTS },
  NZD: { one: "New Zealand dollar", many: "New Zealand dollars", cents: CENTS },
  HKD: { one: "Hong Kong dollar", many: "Hong Kong dollars", cents: CENTS },
  SGD: { one: "Singapore dollar", many: "Singapore dollars", cents: CENTS },
  EUR: CURRENCIES["€"]!,
  GBP: { one: "British pound", many: "British pounds", cents: ["penny", "pence"] },
  JPY: CURRENCIES["¥"]!,
  CNY: { one: "yuan", many: "yuan" },
  INR: CURRENCIES["₹"]!,
  CHF: { one: "Swiss franc", many: "Swiss francs" },
  SEK: { one: "Swedish krona", many: "Swedish kronor" },
  NOK: { one: "Norwegian krone", many: "Norwegian kroner" },
  DKK: { one: "Danish krone", many: "Danish kroner" },
  PLN: { one: "zloty", many: "zlotys" },
  BTC: CURRENCIES["₿"]!,
};
const PREFIXES: Readonly<Record<string, Currency>> = {
  US$: CODES.USD!,
  A$: CODES.AUD!,
  AU$: CODES.AUD!,
  C$: CODES.CAD!,
  CA$: CODES.CAD!,
  NZ$: CODES.NZD!,
  HK$: CODES.HKD!,
  S$: CODES.SGD!,
  R$: { one: "Brazilian real", many: "Brazilian reais" },
};

/** Currency signs, for a character class. */
export const CURRENCY_SIGNS = "$€£¥₹₩₽₺₴₪₫₱₿฿¢";

const MAGNITUDES: Readonly<Record<string, string>> = {
  k: "thousand",
  m: "million",
  mn: "million",
  mm: "million",
  mio: "million",
  b: "billion",
  bn: "billion",
  t: "trillion",
  tn: "trillion",
};

const NUMBER = String.raw`(\d{1,3}(?:,\d{3})+|\d{1,21})?(?:\.(\d{1,12}))?`;
const MAGNITUDE = String.raw`(?:\s?(thousand|million|billion|trillion|mio|mn|mm|bn|tn)(?![\p{L}\d])|([kmbt])(?![\p{L}\d]))?`;
const BEFORE = new RegExp(
  String.raw`(-)?((?:US|AU?|CA?|NZ|HK|S|R)?\$|[€£¥₹₩₽₺₴₪₫₱₿฿]|(?:USD|AUD|CAD|NZD|HKD|SGD|EUR|GBP|JPY|CNY|INR|CHF|SEK|NOK|DKK|PLN|BTC)(?=\s?\d))\s?(-)?${NUMBER}(?:\s?[-–]\s?[$€£¥]?(\d{1,9}(?:\.\d{1,2})?))?${MAGNITUDE}`,
  "iuy",
);
const AFTER = new RegExp(
  String.raw`(-)?${NUMBER}${MAGNITUDE}\s?([$€£¥₹₩₽₺₴₪₫₱₿฿¢](?!\d)|(?:USD|AUD|CAD|NZD|HKD|SGD|EUR|GBP|JPY|CNY|INR|CHF|SEK|NOK|DKK|PLN|BTC)(?![\p{L}\d]))`,
  "uy",
);

function findCurrency(name: string): Currency | undefined {
  const upper = name.toUpperCase();
  return CURRENCIES[name] ?? PREFIXES[upper] ?? CODES[upper];
}

function isOne(integer: string, fraction: string | undefined): boolean {
  return Number(integer) === 1 && (fraction === undefined || Number(fraction) === 0);
}

/** The words of an amount: "$25.50" → twenty five dollars and fifty cents, "€3m" → three million euros. */
function amountWords(
  currency: Currency,
  integer: string,
  fraction: string | undefined,
  magnitude: string | undefined,
): string[] {
  const whole = integer === "" ? "0" : integer;
  const many = currency.many.split(" ");
  if (magnitude !== undefined) return [...decimalWords(whole, fraction), magnitude, ...many];
  if (fraction === undefined || fraction.length !== 2 || currency.cents === undefined) {
    const plain = fraction !== undefined && Number(fraction) === 0 ? undefined : fraction;
    return [...decimalWords(whole, plain), ...(isOne(whole, fraction) ? currency.one.split(" ") : many)];
  }
  const cents = Number(fraction);
  const centWords = [...cardinalWords(String(cents)), currency.cents[cents === 1 ? 0 : 1]];
  if (Number(whole) === 0 && cents > 0) return centWords;
  const wholeWords = [...cardinalWords(whole), ...(Number(whole) === 1 ? currency.one.split(" ") : many)];
  return cents === 0 ? wholeWords : [...wholeWords, "and", ...centWords];
}

function magnitudeOf(long: string | undefined, short: string | undefined): string | undefined {
  const name = (long ?? short)?.toLowerCase();
  return name === undefined ? undefined : (MAGNITUDES[name] ?? name);
}

/** Amounts with the currency in front ("$5", "US$5 million", "-€3.20", "$5-10", "USD 20"). */
export const readMoneyBefore: Reader = (context, at) => {
  const match = matchAt(BEFORE, context, at);
  if (match === undefined) return undefined;
  const [whole, sign, name = "", innerSign, grouped, fraction, upTo, long, short] = match;
  const currency = findCurrency(name);
  const end = at + whole.length;
  if (currency === undefined || (grouped === undefined && fraction === undefined)) return undefined;
  if (/^[\d\p{L}]/u.test(context.text.slice(end, end + 1))) return undefined;
  const integer = grouped?.replaceAll(",", "") ?? "";
  const magnitude = magnitudeOf(long, short);
  const minus = sign ?? innerSign;
  const prefix = minus === undefined ? [] : ["minus"];
  if (upTo !== undefined) {
    const [toInteger = "", toFraction] = upTo.split(".");
    return {
      end,
      words: [
        ...prefix,
        ...decimalWords(integer, fraction),
        "to",
        ...amountWords(currency, toInteger, toFraction, magnitude),
      ],
    };
  }
  const per = readPer(context, end);
  return {
    end: per?.end ?? end,
    words: [...prefix, ...amountWords(currency, integer, fraction, magnitude), ...(per?.words ?? [])],
  };
};

/** Amounts with the currency behind ("25 €", "3m EUR", "50¢"). */
export const readMoneyAfter: Reader = (context, at) => {
  const match = matchAt(AFTER, context, at);
  if (match === undefined) return undefined;
  const [whole, sign, grouped, fraction, long, short, name = ""] = match;
  const currency = findCurrency(name);
  if (currency === undefined || (grouped === undefined && fraction === undefined)) return undefined;
  const integer = grouped?.replaceAll(",", "") ?? "";
  const words = amountWords(currency, integer, fraction, magnitudeOf(long, short));
  return { end: at + whole.length, words: sign === undefined ? words : ["minus", ...words] };
};
