import { matchAt, type Reading, type ReadingContext } from "./reading";

const ONES =
  "null ein zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split(
    " ",
  );
const TENS = "null zehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split(" ");
const IRREGULAR: Readonly<Record<number, string>> = { 1: "erst", 3: "dritt", 7: "siebt", 8: "acht" };
const ORDINAL = /(\d{1,2})\.(?=\s\p{L})/uy;
/** Words after which the ordinal ends in -en. */
const OBLIQUE = /^(?:am|vom|zum|beim|im|dem|den|des|seit|ab|bis|nach|vor)$/i;

function stem(value: number): string {
  if (value < 20) return IRREGULAR[value] ?? `${ONES[value]}t`;
  const tens = TENS[Math.floor(value / 10)]!;
  return `${value % 10 === 0 ? "" : `${ONES[value % 10]}und`}${tens}st`;
}

/** German ordinals in digits, which eSpeak NG reads as cardinals: "am 3. Oktober" → am dritten Oktober. */
export function readGermanOrdinal(context: ReadingContext, at: number): Reading | undefined {
  const match = matchAt(ORDINAL, context, at);
  if (match === undefined || Number(match[1]) === 0) return undefined;
  return { end: at + match[0].length, words: [germanOrdinal(Number(match[1]), context)] };
}

/** 1 to 99 as an ordinal, in the form that it has after the word before: dritte, dritten. */
export function germanOrdinal(value: number, { previousWord }: Pick<ReadingContext, "previousWord">): string {
  return stem(value) + (OBLIQUE.test(previousWord) ? "en" : "e");
}
