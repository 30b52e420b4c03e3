import { cardinalWords, digitWords } from "./numbers";
import { matchAt, type Reader } from "./reading";

const VERSION = /(?:[vV]\.?(?=\d))?(\d{1,8}(?:\.\d{1,8}){2,5}|(?<=[vV]\.?)\d{1,8}(?:\.\d{1,8})?)(?![\d.]*\d)/y;
const ADDRESS = /(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?![\d.]*\d)/y;

function numberWords(digits: string): string[] {
  return digits.length <= 4 ? cardinalWords(digits) : digitWords(digits);
}

/** Versions (1.2.3 → one point two point three, v2.0 → version two point zero) and IP addresses ("dot"). */
export const readVersion: Reader = (context, at) => {
  const isAddress = matchAt(ADDRESS, context, at) !== undefined;
  const match = matchAt(VERSION, context, at);
  if (match === undefined) return undefined;
  const between = isAddress ? "dot" : "point";
  const words = match[1]!.split(".").flatMap((part, index) => [...(index > 0 ? [between] : []), ...numberWords(part)]);
  const named = /^v/i.test(match[0]) && context.previousWord !== "version";
  return { end: at + match[0].length, words: named ? ["version", ...words] : words };
};
