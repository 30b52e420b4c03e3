import { baseLanguage, normalizeLanguageCode, scriptsOf } from "./languages";
import { languageOfLatin } from "./latin-languages";
import { countScripts, type Script } from "./scripts";

/** Characters looked at; more does not change the answer. */
const SAMPLE_LENGTH = 600;

/** URLs, host names and e-mail addresses are in no language. */
const ADDRESS =
  /(?:https?:\/\/|www\.)\S{1,300}|[\w.+-]{1,64}@\S{1,64}|[\w-]{1,40}(?:\.[a-z][\w-]{1,40}){1,4}(?:\/\S{0,300})?/gi;

/** Letters by which one of the languages of a script is known; the first rule that fits wins. */
const BY_LETTERS: Partial<Record<Script, readonly (readonly [RegExp, string])[]>> = {
  Cyrillic: [
    [/[ўЎ]/u, "be"],
    [/[їєґЇЄҐ]/u, "uk"],
    [/[ђћџјљњЂЋЏЈЉЊ].*[ђћЂЋ]|[ђћЂЋ]/su, "sr"],
    [/[ѓќѕЃЌЅ]/u, "mk"],
    [/[јљњџЈЉЊЏ]/u, "sr"],
    [/[ҙҫҡҘҪҠ]/u, "ba"],
    [/[ӑӗҫӳ]/u, "cv"],
    [/[қғұҚҒҰ]/u, "kk"],
    [/[җҗ]/u, "tt"],
    [/ң(?=.*ө)|ө(?=.*ң)/su, "ky"],
    [/[әӘ]/u, "tt"],
    [/[ыэёЫЭЁ]/u, "ru"],
    [/[іІ]/u, "uk"],
    [/ъ(?![еёюя])|(?<!\p{L})(?:са|си|не съм|това|здравей(?:те)?|благодаря|добър)(?!\p{L})/iu, "bg"],
  ],
  Arabic: [
    [/[ٹڈڑےںھ]/u, "ur"],
    [/[ٻڀٺٿڄڃڇڊڍڙڦڳڱ]/u, "sd"],
    [/[ۇۆۈۋ]/u, "ug"],
    [/[ێڕڵ]/u, "ku"],
    [/[پچژگکی]/u, "fa"],
  ],
  Devanagari: [
    [/[ळ]|(?<!\p{L})(?:आहे|आणि|मी|आम्ही)(?!\p{L})/u, "mr"],
    [/(?<![\p{L}\p{M}])(?:छ|छन्|गर्न|तपाईं|हुन्छ|र)(?![\p{L}\p{M}])/u, "ne"],
  ],
  Bengali: [[/[ৰৱ]/u, "as"]],
  Hebrew: [],
};

const OF_SCRIPT: Partial<Record<Script, string>> = {
  Greek: "el",
  Cyrillic: "ru",
  Armenian: "hy",
  Hebrew: "he",
  Arabic: "ar",
  Devanagari: "hi",
  Bengali: "bn",
  Gurmukhi: "pa",
  Gujarati: "gu",
  Oriya: "or",
  Tamil: "ta",
  Telugu: "te",
  Kannada: "kn",
  Malayalam: "ml",
  Sinhala: "si",
  Thai: "th",
  Myanmar: "my",
  Georgian: "ka",
  Hangul: "ko",
  Ethiopic: "am",
  Kana: "ja",
  Han: "zh",
};

/** Characters that Chinese is full of and Japanese does without. */
const CHINESE_ALONE = /[你您们这吗嗎她很说谢对么过还让请时问间为]/u;

/**
 * The language of letters of one script. A hint in that script is followed unless a letter or word speaks against it.
 * Undefined for a script that no embedded engine reads.
 *
 * @param home as in `languageOfLatin`
 */
export function languageOfScript(script: Script, text: string, hint?: string, home?: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const base = hint === undefined ? undefined : baseLanguage(hint);
  if (script === "Latin") return languageOfLatin(sample, base, home);
  for (const [letters, language] of BY_LETTERS[script] ?? []) if (letters.test(sample)) return language;
  if (script === "Han" && base === "ja" && CHINESE_ALONE.test(sample)) return "zh";
  return base !== undefined && scriptsOf(base).includes(script) ? base : OF_SCRIPT[script];
}

/**
 * The language a text is in, as an ISO 639 code, with a hint's region if it is that hint's language (`pt` with the hint
 * `pt-BR` → `pt-BR`). Other scripts than Latin are known by their letters. Languages in Latin letters are known by their commonest
 * words, by letters and by sequences of letters, but only where these are clear: otherwise it is the hint, without one English.
 *
 * @param text plain text; markup should be taken out before
 * @param hints languages to prefer where the text does not say, e.g. the voice's own; any ISO or BCP 47 codes. The first that is
 *   written in the text's letters is the one; the last is returned to more easily than any other language is gone to
 */
export function detectLanguage(text: string, ...hints: readonly string[]): string {
  const preferred = hints.map(normalizeLanguageCode).filter((code) => code !== undefined);
  const words = text.slice(0, 4 * SAMPLE_LENGTH).replace(ADDRESS, " ");
  const counts = countScripts(words);
  // Japanese and Korean write Chinese characters among their own letters.
  const han = counts.get("Han") ?? 0;
  for (const own of ["Kana", "Hangul"] as const) {
    const letters = counts.get(own) ?? 0;
    if (letters > 0 && letters * 6 >= han) {
      counts.set(own, letters + han);
      counts.delete("Han");
      break;
    }
  }
  let main: Script | undefined;
  for (const [script, count] of counts) {
    // A word of another script counts by what it takes to say it: a Chinese character is about three letters.
    const weight = script === "Han" || script === "Kana" || script === "Hangul" ? 3 : 1;
    counts.set(script, count * weight);
    if (main === undefined || count * weight > (counts.get(main) ?? 0)) main = script;
  }
  const [first = "en"] = preferred;
  if (main === undefined) return first;
  const script = main;
  const hint = preferred.find((code) => scriptsOf(code).includes(script));
  const home = preferred.at(-1);
  const found =
    languageOfScript(script, words, hint, home === undefined ? home : baseLanguage(home)) ?? baseLanguage(first);
  return preferred.find((code) => baseLanguage(code) === found) ?? found;
}
