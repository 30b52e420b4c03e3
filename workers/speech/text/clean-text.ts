import { scriptOf } from "./scripts";

/**
 * A stretch of the caller's text in the form that is read: folded to plain characters, markup and invisible characters
 * taken out. For each UTF-16 unit of `text`, `starts` and `ends` say which UTF-16 range of the source it came from.
 */
export interface CleanText {
  text: string;
  starts: number[];
  ends: number[];
}

/** Marks kept on one letter; the rest of a pile is decoration. */
const MAX_MARKS = 6;

/** Characters with a reading of their own that NFKC would take from them, and those folded by hand. */
const FOLDED: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "‚": "'",
  "‛": "'",
  ʼ: "'",
  "′": "'",
  "`": "'",
  "´": "'",
  "“": '"',
  "”": '"',
  "„": '"',
  "‟": '"',
  "″": '"',
  "«": '"',
  "»": '"',
  "‐": "-",
  "‑": "-",
  "‒": "–",
  "–": "–",
  "−": "-",
  "—": "—",
  "―": "—",
  "⸺": "—",
  "…": "...",
  "‥": "..",
  "²": "²",
  "³": "³",
  º: "º",
  ª: "ª",
  "™": "™",
  "℠": "",
  "⁄": "/",
  "∕": "/",
  "∗": "*",
  "⋅": "·",
  "∶": ":",
  "٫": ".",
  "٬": ",",
  "٪": "%",
  "½": " 1/2",
  "⅓": " 1/3",
  "⅔": " 2/3",
  "¼": " 1/4",
  "¾": " 3/4",
  "⅕": " 1/5",
  "⅖": " 2/5",
  "⅗": " 3/5",
  "⅘": " 4/5",
  "⅙": " 1/6",
  "⅚": " 5/6",
  "⅛": " 1/8",
  "⅜": " 3/8",
  "⅝": " 5/8",
  "⅞": " 7/8",
  // The frame of a keycap. The object placeholder is ours: it stands for a phoneme tag without a word.
  "\u20e3": "",
  "\ufffc": "",
  "\ufffd": "",
};

const MARK = /^\p{M}$/u;
const UNSPEAKABLE = /^(?:[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}]|\p{Variation_Selector})$/u;
const SPACE = /^[\p{Zs}\s\u2028\u2029]$/u;
const ENTITY = /&(?:(amp|lt|gt|quot|apos|nbsp)|#(\d{1,7})|#x([\da-fA-F]{1,6}));/y;
const NAMED_ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
};

const DECIMAL_DIGIT = /^\p{Nd}$/u;

/** Every script's digits stand in a row from 0 to 9 that starts at a code point ending in 0 or 6. */
function asciiDigit(codePoint: number): string {
  const low = codePoint & 0xf;
  const startsAtSix = low > 9 || (low > 5 && !DECIMAL_DIGIT.test(String.fromCodePoint(codePoint - low)));
  return String(startsAtSix ? low - 6 : low);
}

/** Scripts in which the invisible joiners change the spelling. */
function needsJoiner(codePoint: number | undefined): boolean {
  const script = codePoint === undefined ? undefined : scriptOf(codePoint);
  return script !== undefined && script !== "Latin" && script !== "Cyrillic" && script !== "Han";
}

function isConjoiningJamo(codePoint: number): boolean {
  return codePoint >= 0x1100 && codePoint <= 0x11ff;
}

export class CleanTextBuilder implements CleanText {
  text = "";
  starts: number[] = [];
  ends: number[] = [];

  /** Adds characters that all stand for the source range `start`–`end`. */
  append(characters: string, start: number, end: number): void {
    this.text += characters;
    for (let index = 0; index < characters.length; index++) {
      this.starts.push(start);
      this.ends.push(end);
    }
  }

  /** Adds the source's range `from`–`to`, folded. */
  appendSource(source: string, from: number, to: number): void {
    let at = from;
    while (at < to) {
      const unit = source.charCodeAt(at);
      const next = at + 1 < to ? source.charCodeAt(at + 1) : 0;
      // Plain ASCII that no combining mark follows is most of most texts.
      if (unit < 0x80 && next < 0x300 && unit !== 0x26 && unit !== 0x60) {
        if (unit > 0x20 && unit !== 0x7f) this.append(source[at]!, at, at + 1);
        else if (unit === 0x20 || (unit >= 9 && unit <= 13)) this.append(" ", at, at + 1);
        at++;
      } else at = unit === 0x26 ? this.appendEntity(source, at, to) : this.appendCluster(source, at, to);
    }
  }

  private appendEntity(source: string, at: number, to: number): number {
    ENTITY.lastIndex = at;
    const match = ENTITY.exec(source);
    if (match === null || ENTITY.lastIndex > to) return this.appendCluster(source, at, to);
    const end = ENTITY.lastIndex;
    const codePoint = match[2] ? Number(match[2]) : match[3] ? Number.parseInt(match[3], 16) : undefined;
    if (match[1]) this.append(NAMED_ENTITIES[match[1]]!, at, end);
    else if (codePoint !== undefined && codePoint <= 0x10ffff) {
      this.append(fold(String.fromCodePoint(codePoint)), at, end);
    }
    return end;
  }

  /** Adds one character with the marks on it (or one Hangul syllable in parts) and tells where it ends. */
  private appendCluster(source: string, at: number, to: number): number {
    const base = source.codePointAt(at)!;
    let end = at + (base > 0xffff ? 2 : 1);
    if (end > to) end = to;
    const first = source.slice(at, end);
    if (base === 0x200c || base === 0x200d) {
      if (this.keepsJoiner(source, at, end)) this.append(first, at, end);
      return end;
    }
    let cluster = first;
    let marks = 0;
    while (end < to) {
      const codePoint = source.codePointAt(end)!;
      if (codePoint < 0x300) break;
      const character = String.fromCodePoint(codePoint);
      const joins = isConjoiningJamo(base) ? isConjoiningJamo(codePoint) && marks < 2 : MARK.test(character);
      if (!joins) break;
      if (++marks <= MAX_MARKS) cluster += character;
      end += character.length;
    }
    this.append(marks === 0 ? fold(first) : foldCluster(cluster), at, end);
    return end;
  }

  private keepsJoiner(source: string, at: number, end: number): boolean {
    const before = at > 0 ? source.charCodeAt(at - 1) : undefined;
    const after = source.codePointAt(end);
    if (after !== undefined && after > 0x2000 && /^\p{Extended_Pictographic}$/u.test(String.fromCodePoint(after))) {
      return source.charCodeAt(at) === 0x200d;
    }
    return (
      needsJoiner(before) || (before !== undefined && MARK.test(String.fromCharCode(before)) && needsJoiner(after))
    );
  }
}

function foldCluster(cluster: string): string {
  const [base = ""] = cluster;
  const marks = cluster.slice(base.length).replace(/[\ufe00-\ufe0f\u20e3]/g, "");
  if (marks === "") return fold(base);
  const folded = fold(base);
  return folded === "" ? "" : (folded + marks).normalize("NFKC");
}

function fold(character: string): string {
  const own = FOLDED[character];
  if (own !== undefined) return own;
  if (SPACE.test(character)) return " ";
  if (UNSPEAKABLE.test(character)) return "";
  if (DECIMAL_DIGIT.test(character)) return asciiDigit(character.codePointAt(0)!);
  const composed = character.normalize("NFKC");
  return composed === character || !/[\s\p{Cc}]/u.test(composed)
    ? composed
    : composed.trim().replace(/[\s\p{Cc}]+/gu, " ");
}
