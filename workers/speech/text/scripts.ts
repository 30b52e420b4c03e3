/**
 * Which writing system a character belongs to, as far as choosing a language needs it. Digits, punctuation, spaces,
 * symbols and emoji belong to none: they go with their neighbours.
 */
export type Script =
  | "Latin"
  | "Greek"
  | "Cyrillic"
  | "Armenian"
  | "Hebrew"
  | "Arabic"
  | "Devanagari"
  | "Bengali"
  | "Gurmukhi"
  | "Gujarati"
  | "Oriya"
  | "Tamil"
  | "Telugu"
  | "Kannada"
  | "Malayalam"
  | "Sinhala"
  | "Thai"
  | "Myanmar"
  | "Georgian"
  | "Hangul"
  | "Ethiopic"
  | "Kana"
  | "Han"
  | "Other";

/** First and last code point of each block, ascending (Unicode's blocks chart). */
const BLOCKS: readonly (readonly [number, number, Script])[] = [
  [0x41, 0x5a, "Latin"],
  [0x61, 0x7a, "Latin"],
  [0xaa, 0xaa, "Latin"],
  [0xba, 0xba, "Latin"],
  [0xc0, 0xd6, "Latin"],
  [0xd8, 0xf6, "Latin"],
  [0xf8, 0x2af, "Latin"],
  [0x370, 0x3ff, "Greek"],
  [0x400, 0x52f, "Cyrillic"],
  [0x531, 0x587, "Armenian"],
  [0x591, 0x5f4, "Hebrew"],
  [0x620, 0x64a, "Arabic"],
  [0x66e, 0x6d3, "Arabic"],
  [0x6d5, 0x6ef, "Arabic"],
  [0x6fa, 0x6ff, "Arabic"],
  [0x750, 0x77f, "Arabic"],
  [0x8a0, 0x8ff, "Arabic"],
  [0x900, 0x963, "Devanagari"],
  [0x971, 0x97f, "Devanagari"],
  [0x980, 0x9e3, "Bengali"],
  [0x9f0, 0x9f1, "Bengali"],
  [0xa00, 0xa65, "Gurmukhi"],
  [0xa70, 0xa7f, "Gurmukhi"],
  [0xa80, 0xae5, "Gujarati"],
  [0xb00, 0xb63, "Oriya"],
  [0xb80, 0xbe5, "Tamil"],
  [0xc00, 0xc65, "Telugu"],
  [0xc80, 0xce5, "Kannada"],
  [0xd00, 0xd65, "Malayalam"],
  [0xd80, 0xde5, "Sinhala"],
  [0xe00, 0xe3e, "Thai"],
  [0xe40, 0xe4e, "Thai"],
  [0x1000, 0x103f, "Myanmar"],
  [0x10a0, 0x10ff, "Georgian"],
  [0x1100, 0x11ff, "Hangul"],
  [0x1200, 0x139f, "Ethiopic"],
  [0x1c90, 0x1cbf, "Georgian"],
  [0x1e00, 0x1eff, "Latin"],
  [0x1f00, 0x1fff, "Greek"],
  [0x3005, 0x3007, "Han"],
  [0x3041, 0x3096, "Kana"],
  [0x309d, 0x309f, "Kana"],
  [0x30a1, 0x30fa, "Kana"],
  [0x30fc, 0x30ff, "Kana"],
  [0x3130, 0x318f, "Hangul"],
  [0x31f0, 0x31ff, "Kana"],
  [0x3400, 0x4dbf, "Han"],
  [0x4e00, 0x9fff, "Han"],
  [0xac00, 0xd7a3, "Hangul"],
  [0xf900, 0xfaff, "Han"],
  [0xfb50, 0xfdff, "Arabic"],
  [0xfe70, 0xfefc, "Arabic"],
  [0x20000, 0x3ffff, "Han"],
];

const LETTER = /\p{L}/u;

/** The script of a code point, or undefined if it is no letter (or is shared by all scripts). */
export function scriptOf(codePoint: number): Script | undefined {
  if (codePoint < 0x80) {
    return (codePoint >= 0x61 && codePoint <= 0x7a) || (codePoint >= 0x41 && codePoint <= 0x5a) ? "Latin" : undefined;
  }
  let low = 0;
  let high = BLOCKS.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last, script] = BLOCKS[middle]!;
    if (codePoint < first) high = middle - 1;
    else if (codePoint > last) low = middle + 1;
    else return script;
  }
  return LETTER.test(String.fromCodePoint(codePoint)) ? "Other" : undefined;
}

/** How many letters of each script a text has. */
export function countScripts(text: string): Map<Script, number> {
  const counts = new Map<Script, number>();
  for (const character of text) {
    const script = scriptOf(character.codePointAt(0)!);
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return counts;
}
