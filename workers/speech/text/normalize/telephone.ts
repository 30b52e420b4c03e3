import { cardinalWords, digitWords } from "./numbers";
import { matchAt, type Reader } from "./reading";

const PATTERNS = [
  // +1 (555) 123-4567, +44 20 7946 0958
  /\+\d{1,3}[\s.-]?(?:\(\d{1,4}\)[\s.-]?)?\d{1,4}(?:[\s.-]\d{2,5}){1,4}(?![\d-])/y,
  /\+\d{8,15}(?!\d)/y,
  // (555) 123-4567, 555-123-4567, 1-800-555-0199
  /(?:1[\s.-])?\(\d{3}\)\s?\d{3}[\s.-]\d{4}(?![\d-])/y,
  /(?:1[.-])?\d{3}([.-])\d{3}\1\d{4}(?![\d-])/y,
  /\d{3}\s\d{3}\s\d{4}(?![\d-])/y,
  // 555-0199 and the spaced numbers of other countries, which start with zero
  /\d{3}-\d{4}(?![\d-])/y,
  /0\d{1,4}(?:[\s/-]\d{2,4}){2,4}(?![\d-])/y,
  // cards and account numbers in fours
  /\d{4}(?:[\s-]\d{4}){2,4}(?![\d-])/y,
];

/** Telephone and card numbers, digit by digit with a break between the groups. */
export const readTelephone: Reader = (context, at) => {
  for (const pattern of PATTERNS) {
    const match = matchAt(pattern, context, at);
    if (match === undefined) continue;
    const groups = [];
    for (const group of match[0].matchAll(/\+?\d+/g)) {
      const start = at + group.index;
      const digits = group[0].replace("+", "");
      const words = digits === "800" || digits === "900" ? cardinalWords(digits) : digitWords(digits);
      groups.push({
        start,
        end: start + group[0].length,
        words: group[0].startsWith("+") ? ["plus", ...words] : words,
      });
    }
    return { groups, separated: true };
  }
  return undefined;
};
