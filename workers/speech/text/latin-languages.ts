import { LANGUAGES_OF_WORD } from "./function-words";
import { scriptsOf } from "./languages";

/** Characters looked at; more does not change the answer. */
const SAMPLE_LENGTH = 600;
/** The weight of the caller's guess (the voice's own language): a tie is decided by it, a word is not. */
const HINT_WEIGHT = 0.34;
/** Evidence below this, in words or telling letters that only one language has, is taken for chance. */
const ENOUGH_EVIDENCE = 0.55;

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

/** Sequences of letters that a language is full of and others hardly have; a weak sign, for texts of rare words. */
const TELLING_SEQUENCES: readonly (readonly [RegExp, string])[] = [
  [/th(?:e|i|a|o)|[aeiou]ck|ough|ight|[a-z]{3}ing(?!\p{L})|[a-z]{2}tion(?!\p{L})|wh|ee[a-z]/gu, "en"],
  [/sch|ung(?!\p{L})|cht|keit(?!\p{L})|ei[nst]|tz|pf/gu, "de"],
  [/eau|eux(?!\p{L})|aux(?!\p{L})|oi[rst]|qu[ei]|ment(?!\p{L})|ille/gu, "fr"],
  [/ción|dad(?!\p{L})|ue[nrs]|ll[aeo]|mente(?!\p{L})|ero(?!\p{L})/gu, "es"],
  [/zion|gli|cch|zz[aio]|ett[aoi](?!\p{L})|ezz/gu, "it"],
  [/ção|ções|nh[ao]|lh[aeo]|dade(?!\p{L})/gu, "pt"],
  [/ij|[aou]{2}[nrtk]|isch|heid(?!\p{L})|lijk/gu, "nl"],
  [/sz|cz|rz|ść|ow[aiy](?!\p{L})|nia(?!\p{L})/gu, "pl"],
  [/(?:lar|ler)[ıi]?|yor(?!\p{L})|dır|lık/gu, "tr"],
  [/(?:ssa|ssä|lla|llä|sta|stä)(?!\p{L})|uu|yy|ää|kk/gu, "fi"],
  [/(?:meng|mem|ber)[a-z]{3}|kan(?!\p{L})|nya(?!\p{L})/gu, "id"],
  [/gy|ny[aeio]|[áé]k(?!\p{L})|sz[eéoa]/gu, "hu"],
  [/[ia]lor(?!\p{L})|ului|esc(?!\p{L})|ează/gu, "ro"],
  [/skj|sj[aou]|[a-z]{3}het(?!\p{L})/gu, "sv"],
];
const SEQUENCE_WEIGHT = 0.3;
const MAX_SEQUENCES = 6;

/**
 * The language of a text in Latin letters (lower case): by its commonest words and telling letters, then by sequences of letters.
 * Without any sign it is the hint, or English.
 */
export function languageOfLatin(text: string, hint: string | undefined): string {
  const sample = text.slice(0, SAMPLE_LENGTH).toLowerCase();
  const evidence = weighLatin(sample);
  for (const [sequence, language] of TELLING_SEQUENCES) {
    const count = Math.min(sample.match(sequence)?.length ?? 0, MAX_SEQUENCES);
    if (count > 0) evidence.set(language, (evidence.get(language) ?? 0) + count * SEQUENCE_WEIGHT);
  }
  const hinted = hint !== undefined && scriptsOf(hint).includes("Latin") ? hint : "en";
  evidence.set(hinted, (evidence.get(hinted) ?? 0) + HINT_WEIGHT);
  const found = best(evidence);
  return found === undefined || found.weight < ENOUGH_EVIDENCE ? hinted : found.language;
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
