import { detectAll } from "tinyld";
import { LANGUAGES_OF_WORD, LATIN_LANGUAGES } from "./function-words";
import { baseLanguage, normalizeLanguageCode, scriptsOf } from "./languages";
import { countScripts, type Script } from "./scripts";

/** Characters looked at; more does not change the answer. */
const SAMPLE_LENGTH = 600;
/** What a text's words must say, in words that only one language has, before they are believed alone. */
const ENOUGH_EVIDENCE = 0.9;
/** The weight of the caller's guess (the voice's own language): a tie is decided by it, a word is not. */
const HINT_WEIGHT = 0.34;

/** URLs, host names and e-mail addresses are in no language. */
const ADDRESS =
  /(?:https?:\/\/|www\.)\S{1,300}|[\w.+-]{1,64}@\S{1,64}|[\w-]{1,40}(?:\.[a-z][\w-]{1,40}){1,4}(?:\/\S{0,300})?/gi;

/** Letters that only some languages in Latin letters use, with how much one says. */
const TELLING_LETTERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/[ñ¿¡]/u, ["es"]],
  [/[ãõ]/u, ["pt", "vi"]],
  [/ß/u, ["de"]],
  [/[œëùûî]/u, ["fr"]],
  [/ç/u, ["fr", "pt", "tr", "ca", "sq"]],
  [/[ąęłńśźż]/u, ["pl"]],
  [/[řůě]/u, ["cs"]],
  [/[ľĺŕ]/u, ["sk"]],
  [/[ďťň]/u, ["cs", "sk"]],
  [/đ/u, ["hr", "vi"]],
  [/ć/u, ["hr", "pl"]],
  [/[čšž]/u, ["cs", "sk", "hr", "sl", "lt", "lv"]],
  [/[őű]/u, ["hu"]],
  [/[ğşı]/u, ["tr"]],
  [/[șțăţ]/u, ["ro"]],
  [/[ơưạảấầẩẫậắằẳẵặẹẻẽếềểễệịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹ]/u, ["vi"]],
  [/å/u, ["sv", "no", "da"]],
  [/[øæ]/u, ["no", "da"]],
  [/ä/u, ["de", "sv", "fi", "et", "sk"]],
  [/ö/u, ["de", "sv", "fi", "tr", "hu", "et", "is"]],
  [/ü/u, ["de", "tr", "hu", "et", "es"]],
  [/[þð]/u, ["is"]],
  [/[āēīū]/u, ["lv"]],
  [/[ėįųū]/u, ["lt"]],
  [/[àèìò]/u, ["it", "fr", "ca", "pt"]],
  [/[éáíóú]/u, ["es", "pt", "cs", "sk", "hu", "vi", "is", "fr"]],
  [/[êâô]/u, ["fr", "pt", "vi", "ro"]],
];

/** Evidence for each language in Latin letters: 1 for a word (or letter) that only this language has. */
function weighLatin(sample: string): Map<string, number> {
  const evidence = new Map<string, number>();
  const add = (languages: readonly string[], weight: number): void => {
    for (const language of languages) evidence.set(language, (evidence.get(language) ?? 0) + weight / languages.length);
  };
  // Initials and the letters of "U.S." are no words.
  const plain = sample.replace(/(?<!\p{L})\p{L}\./gu, " ");
  for (const [word] of plain.matchAll(/[\p{L}\p{M}]+(?:'[\p{L}\p{M}]+)?/gu)) {
    const languages = LANGUAGES_OF_WORD.get(word);
    if (languages !== undefined) add(languages, word.length === 1 ? 0.6 : languages.length === 1 ? 1 : 1.2);
  }
  for (const [letters, languages] of TELLING_LETTERS) if (letters.test(sample)) add(languages, 1);
  return evidence;
}

function best(evidence: Map<string, number>): { language: string; weight: number; second: number } | undefined {
  let found: { language: string; weight: number; second: number } | undefined;
  for (const [language, weight] of evidence) {
    if (found === undefined || weight > found.weight) found = { language, weight, second: found?.weight ?? 0 };
    else if (weight > found.second) found.second = weight;
  }
  return found;
}

function detectLatin(sample: string, hint: string | undefined): string {
  const evidence = weighLatin(sample);
  const words = best(evidence);
  if (words !== undefined && words.weight >= ENOUGH_EVIDENCE && words.weight >= 1.5 * words.second)
    return words.language;
  const hinted = hint !== undefined && scriptsOf(hint).includes("Latin") ? hint : "en";
  evidence.set(hinted, (evidence.get(hinted) ?? 0) + HINT_WEIGHT);
  if (sample.length >= 20) {
    for (const { lang, accuracy } of detectAll(sample.slice(0, 240), { only: [...LATIN_LANGUAGES] }).slice(0, 5)) {
      evidence.set(lang, (evidence.get(lang) ?? 0) + Math.min(accuracy * 1.5, 0.7));
    }
  }
  return best(evidence)?.language ?? "en";
}

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

/**
 * The language of letters of one script. A hint in that script is followed unless a letter or word speaks against it.
 * Undefined for a script that no embedded engine reads.
 */
export function languageOfScript(script: Script, text: string, hint?: string): string | undefined {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const base = hint === undefined ? undefined : baseLanguage(hint);
  if (script === "Latin") return detectLatin(sample.toLowerCase(), base);
  for (const [letters, language] of BY_LETTERS[script] ?? []) if (letters.test(sample)) return language;
  return base !== undefined && scriptsOf(base).includes(script) ? base : OF_SCRIPT[script];
}

/**
 * The language a text is in, as an ISO 639 code, with the hint's region if it is the hint's language (`pt` with the hint
 * `pt-BR` → `pt-BR`). Other scripts than Latin are known by their letters, languages in Latin letters by their commonest
 * words and letters, then by letter statistics. Without any sign the hint is believed, without a hint English.
 *
 * @param text plain text; markup should be taken out before
 * @param hint a language to prefer where the text does not say, e.g. the voice's own; any ISO or BCP 47 code
 */
export function detectLanguage(text: string, hint?: string): string {
  const preferred = hint === undefined ? undefined : normalizeLanguageCode(hint);
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
  if (main === undefined) return preferred ?? "en";
  const found = languageOfScript(main, words, preferred) ?? preferred ?? "en";
  return preferred !== undefined && baseLanguage(preferred) === found ? preferred : found;
}

/** The language of words in Latin letters inside a text of another script: English, unless they clearly say otherwise. */
export function languageOfLatinRun(text: string): string {
  const found = best(weighLatin(text.slice(0, SAMPLE_LENGTH).toLowerCase()));
  return found !== undefined && found.weight >= 1.8 && found.weight >= 1.5 * found.second ? found.language : "en";
}

/** Evidence from which on a paragraph is read in its own language although the text as a whole is in another. */
const STRONG_EVIDENCE = 5;

/** The language of a paragraph in Latin letters if its words leave no doubt, otherwise undefined. */
export function detectClearLatin(text: string): string | undefined {
  if (text.length < 40) return undefined;
  const found = best(weighLatin(text.slice(0, SAMPLE_LENGTH).toLowerCase()));
  return found !== undefined && found.weight >= STRONG_EVIDENCE && found.weight >= 2.5 * found.second
    ? found.language
    : undefined;
}
