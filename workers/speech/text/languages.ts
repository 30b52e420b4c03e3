/**
 * The languages that the embedded engines know, by their shortest ISO 639 code, with the ISO 639-3 code, the scripts
 * they are written in (the first is the usual one) and whether eSpeak NG has names for emoji in them.
 */
import type { Script } from "./scripts";

interface LanguageFacts {
  iso3: string;
  scripts: readonly Script[];
  emoji: boolean;
}

/** `code iso3 script[+script] [emoji]`, one language a line. */
const TABLE = `
af afr Latin emoji|am amh Ethiopic emoji|an arg Latin|ar ara Arabic emoji|as asm Bengali emoji|az aze Latin+Cyrillic emoji
ba bak Cyrillic|be bel Cyrillic|bg bul Cyrillic emoji|bn ben Bengali emoji|bs bos Latin+Cyrillic|ca cat Latin emoji
cs ces Latin emoji|cv chv Cyrillic|cy cym Latin emoji|da dan Latin emoji|de deu Latin emoji|el ell Greek emoji|en eng Latin emoji
eo epo Latin|es spa Latin emoji|et est Latin emoji|eu eus Latin emoji|fa fas Arabic emoji|fi fin Latin emoji|fil fil Latin
fo fao Latin|fr fra Latin emoji|ga gle Latin emoji|gd gla Latin emoji|gn grn Latin|gu guj Gujarati emoji|he heb Hebrew
hi hin Devanagari emoji|hr hrv Latin emoji|ht hat Latin|hu hun Latin emoji|hy hye Armenian emoji|ia ina Latin|id ind Latin emoji
is isl Latin emoji|it ita Latin emoji|ja jpn Kana+Han|ka kat Georgian emoji|kk kaz Cyrillic emoji|kl kal Latin|kn kan Kannada emoji
ko kor Hangul+Han|ku kur Latin|ky kir Cyrillic emoji|la lat Latin|lb ltz Latin|lt lit Latin emoji|lv lav Latin emoji|mi mri Latin
mk mkd Cyrillic emoji|ml mal Malayalam emoji|mr mar Devanagari emoji|ms msa Latin emoji|mt mlt Latin|my mya Myanmar emoji
ne nep Devanagari emoji|nl nld Latin emoji|no nor Latin|om orm Latin|or ori Oriya|pa pan Gurmukhi emoji|pl pol Latin emoji
pt por Latin emoji|qu que Latin|ro ron Latin emoji|ru rus Cyrillic emoji|sd snd Arabic|si sin Sinhala emoji|sk slk Latin emoji
sl slv Latin emoji|sq sqi Latin emoji|sr srp Cyrillic+Latin emoji|sv swe Latin emoji|sw swa Latin emoji|ta tam Tamil emoji
te tel Telugu emoji|th tha Thai|tk tuk Latin|tn tsn Latin|tr tur Latin emoji|tt tat Cyrillic|ug uig Arabic|uk ukr Cyrillic
ur urd Arabic emoji|uz uzb Latin+Cyrillic emoji|vi vie Latin emoji|yue yue Han|zh zho Han
`;

const FACTS = new Map<string, LanguageFacts>();
const BY_ISO3 = new Map<string, string>();
for (const row of TABLE.trim().split(/[|\n]/)) {
  const [code = "", iso3 = "", scripts = "", emoji] = row.split(" ");
  FACTS.set(code, { iso3, scripts: scripts.split("+") as Script[], emoji: emoji === "emoji" });
  BY_ISO3.set(iso3, code);
}

/** Older, bibliographic and narrower codes that mean one of the table's languages. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cmn: "zh",
    chi: "zh",
    iw: "he",
    in: "id",
    jw: "id",
    tl: "fil",
    tgl: "fil",
    nb: "no",
    nn: "no",
    nob: "no",
    nno: "no",
    mo: "ro",
    rum: "ro",
    sh: "hr",
    hbs: "hr",
    ger: "de",
    fre: "fr",
    dut: "nl",
    gre: "el",
    cze: "cs",
    slo: "sk",
    per: "fa",
    pes: "fa",
    prs: "fa",
    arb: "ar",
    may: "ms",
    zsm: "ms",
    alb: "sq",
    arm: "hy",
    baq: "eu",
    geo: "ka",
    ice: "is",
    lvs: "lv",
    mac: "mk",
    mao: "mi",
    bur: "my",
    wel: "cy",
    ekk: "et",
    swh: "sw",
    npi: "ne",
    ory: "or",
    kmr: "ku",
  }),
);

/**
 * A language code as callers write it (ISO 639-1, ISO 639-3 or BCP 47, any case, `-` or `_`) in the product's own form:
 * the shortest ISO 639 code, then the region in capitals if there was one (`por` → `pt`, `EN_us` → `en-US`).
 * Script and variant subtags are dropped. Undefined if it is no code of a language that can be spoken.
 */
export function normalizeLanguageCode(code: string): string | undefined {
  const [rawPrimary = "", ...subtags] = code.trim().toLowerCase().replaceAll("_", "-").split("-");
  if (rawPrimary === "zh" && subtags[0] === "yue") return "yue";
  const aliased = ALIASES.get(rawPrimary);
  const primary = aliased ?? (FACTS.has(rawPrimary) ? rawPrimary : BY_ISO3.get(rawPrimary));
  if (primary === undefined || code.length > 35) return undefined;
  const region = subtags.find((subtag) => /^(?:[a-z]{2}|\d{3})$/.test(subtag));
  return region === undefined ? primary : `${primary}-${region.toUpperCase()}`;
}

/** `pt` of `pt-BR`. */
export function baseLanguage(code: string): string {
  const dash = code.indexOf("-");
  return dash < 0 ? code : code.slice(0, dash);
}

/** The scripts a language is written in, the usual one first. Latin for a language that is not in the table. */
export function scriptsOf(language: string): readonly Script[] {
  return FACTS.get(baseLanguage(language))?.scripts ?? ["Latin"];
}

/** Whether the engine has names for emoji in this language. */
export function hasEmojiNames(language: string): boolean {
  return FACTS.get(baseLanguage(language))?.emoji ?? false;
}

/** Languages that write no spaces between words, so that only a dictionary finds them. */
export function isWrittenWithoutSpaces(language: string): boolean {
  return ["zh", "yue", "ja", "th", "my"].includes(baseLanguage(language));
}
