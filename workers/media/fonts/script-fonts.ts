/** Which families set which script, and how they are made to stand well beside each other. */

/** A way to set text: what is spoken in the serif of the reading pages, everything else in the interface's sans. */
export type TypeRole = "speech" | "interface" | "interface-strong";

const LATIN_FAMILY: Record<TypeRole, readonly string[]> = {
  speech: ["literata"],
  interface: ["instrument-sans", "literata-text"],
  "interface-strong": ["instrument-sans-strong", "literata-strong"],
};

/** Scripts of which one family alone has the letters, by ISO 15924 code; first those of the catalogue's voices. */
const FAMILY_OF_SCRIPT: Record<string, string> = {
  Arab: "noto-naskh-arabic",
  Hebr: "noto-serif-hebrew",
  Deva: "noto-serif-devanagari",
  Taml: "noto-serif-tamil",
  Armn: "noto-sans-armenian",
  Beng: "noto-sans-bengali",
  Ethi: "noto-sans-ethiopic",
  Geor: "noto-serif-georgian",
  Gujr: "noto-sans-gujarati",
  Guru: "noto-sans-gurmukhi",
  Knda: "noto-sans-kannada",
  Mlym: "noto-sans-malayalam",
  Mymr: "noto-sans-myanmar",
  Orya: "noto-sans-oriya",
  Sinh: "noto-sans-sinhala",
  Telu: "noto-sans-telugu",
  Thai: "noto-serif-thai",
};
const EUROPEAN = ["Latn", "Cyrl", "Grek"];

const EAST_ASIAN = new Set(["Hani", "Hira", "Kana", "Hang", "Bopo"]);

export const JAPANESE = "noto-serif-jp";
export const KOREAN = "noto-serif-kr";
export const SIMPLIFIED_CHINESE = "noto-serif-sc";
export const TRADITIONAL_CHINESE = "noto-serif-tc";
export const EMOJI = "noto-emoji";

/** The pattern of one character of each script that has fonts. */
const SCRIPTS = [...EUROPEAN, ...EAST_ASIAN, ...Object.keys(FAMILY_OF_SCRIPT)].map(
  (code) => [code, new RegExp(`\\p{Script=${code}}`, "u")] as const,
);

const scriptOfCharacter = new Map<number, string | null>();

/** Null for what several scripts share (digits, punctuation) and for scripts without a font. */
export function scriptOf(character: number): string | null {
  let script = scriptOfCharacter.get(character);
  if (script === undefined) {
    const text = String.fromCodePoint(character);
    script = SCRIPTS.find(([, pattern]) => pattern.test(text))?.[0] ?? null;
    if (scriptOfCharacter.size > 20_000) scriptOfCharacter.clear();
    scriptOfCharacter.set(character, script);
  }
  return script;
}

/**
 * Families for a script, the best first.
 * @param eastAsian families for Chinese characters in the order that suits the whole text; see `eastAsianFamilies`
 */
export function familiesFor(script: string | null, role: TypeRole, eastAsian: readonly string[]): readonly string[] {
  if (script !== null && EAST_ASIAN.has(script)) return eastAsian;
  const own = script === null ? undefined : FAMILY_OF_SCRIPT[script];
  return own ? [own] : LATIN_FAMILY[role];
}

/** Characters that are written only in one of the two ways; among the most frequent, so a sentence has some. */
const TRADITIONAL_ONLY = /[們這個說學國來時會對發經問還過無見開關點動長東車書話語讓聽買賣錢頭電愛為從機實與於樣種給]/u;
const SIMPLIFIED_ONLY = /[们这个说学国来时会对发经问还过无见开关点动长东车书话语让听买卖钱头电爱为从机实与于样种给]/u;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HANGUL = /\p{Script=Hangul}/u;

/**
 * The same Chinese character looks different in Japan, Korea, and where traditional or simplified forms are written; so
 * the order of families depends on the company it is in.
 */
export function eastAsianFamilies(text: string): readonly string[] {
  const all = [SIMPLIFIED_CHINESE, JAPANESE, TRADITIONAL_CHINESE, KOREAN];
  let first = SIMPLIFIED_CHINESE;
  if (KANA.test(text)) first = JAPANESE;
  else if (HANGUL.test(text)) first = KOREAN;
  else if (TRADITIONAL_ONLY.test(text) && !SIMPLIFIED_ONLY.test(text)) first = TRADITIONAL_CHINESE;
  return [first, ...all.filter((family) => family !== first)];
}

/** Some designs look small or large at the same nominal size. */
const SCALE: Record<string, number> = {
  "noto-naskh-arabic": 1.14,
  "noto-serif-hebrew": 1.02,
  "noto-serif-devanagari": 1.02,
  "noto-serif-tamil": 0.9,
  "noto-serif-jp": 0.94,
  "noto-serif-kr": 0.96,
  "noto-serif-sc": 0.94,
  "noto-serif-tc": 0.94,
  "noto-emoji": 0.86,
};

export const scaleOf = (family: string): number => SCALE[family] ?? 1;

/** Distance of lines in sizes, where marks above and below the letters need more than Latin does. */
const LINE_HEIGHT: Record<string, number> = {
  "noto-sans-bengali": 1.42,
  "noto-sans-gujarati": 1.42,
  "noto-sans-gurmukhi": 1.42,
  "noto-sans-kannada": 1.42,
  "noto-sans-malayalam": 1.42,
  "noto-sans-myanmar": 1.7,
  "noto-sans-oriya": 1.46,
  "noto-sans-sinhala": 1.42,
  "noto-sans-telugu": 1.5,
  "noto-serif-thai": 1.5,
  "noto-naskh-arabic": 1.62,
  "noto-serif-devanagari": 1.5,
  "noto-serif-tamil": 1.42,
  "noto-serif-jp": 1.42,
  "noto-serif-kr": 1.42,
  "noto-serif-sc": 1.42,
  "noto-serif-tc": 1.42,
};
const USUAL_LINE_HEIGHT = 1.24;

export const lineHeightOf = (family: string): number => LINE_HEIGHT[family] ?? USUAL_LINE_HEIGHT;
