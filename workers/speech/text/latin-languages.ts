import { scriptsOf } from "./languages";
import { languagesOfWord } from "./telling-words";

/** Characters looked at; more does not change the answer. */
const SAMPLE_LENGTH = 600;
/** The weight of the caller's guess (the voice's own language): a tie is decided by it, a word is not. */
const HINT_WEIGHT = 0.34;

/** Letters that only some languages in Latin letters use, with how much one says. */
const TELLING_LETTERS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/ñ/u, ["es"]],
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
  [/ý/u, ["cs", "sk", "is"]],
  [/[āēīū]/u, ["lv"]],
  [/[ėįųū]/u, ["lt"]],
  [/[àèìò]/u, ["it", "fr", "ca", "pt"]],
  [/[éáíóú]/u, ["es", "pt", "cs", "sk", "hu", "vi", "is", "fr"]],
  [/[êâô]/u, ["fr", "pt", "vi", "ro"]],
];

/** What speaks for a language. */
interface Evidence {
  /** 1 for a word (or letter) that only this language has. */
  weight: number;
  /** Different words that speak for it. */
  words: number;
  /** Whether one of them is so long, and this language's alone, that it can stand for itself: `buongiorno`. */
  hasTellingWord: boolean;
}

const TELLING_WORD_LENGTH = 7;
/** A word with a letter that only its language has says more, so a shorter one will do: `děkuji`. */
const TELLING_WORD_WEIGHT = 1.9;
const TELLING_WORD_LEAST_LENGTH = 5;

/**
 * Words as they are read. Hashtags, options, identifiers and what else hangs on signs or digits is in no language, neither
 * are initials and the letters of "U.S.".
 */
const WORD =
  /(?<![\p{L}\p{M}\p{N}_#@=/\\$^.]|--|(?:^|\s)-)[\p{L}\p{M}]+(?:['’][\p{L}\p{M}]+)?(?![\p{L}\p{M}\p{N}_=/\\([{^@]|\.\p{L})/gu;
const INITIAL = /(?<!\p{L})\p{L}\./gu;
const SPANISH_MARKS = /[¿¡]/u;

/** The different words of a text, in small letters. Capitals alone are an abbreviation, unless all of the text is in capitals. */
function wordsOf(sample: string): Set<string> {
  const shouts = !/\p{Ll}/u.test(sample);
  const words = new Set<string>();
  for (const [word] of sample.replace(INITIAL, " ").matchAll(WORD)) {
    if (!shouts && word.length > 1 && /^\p{Lu}+$/u.test(word)) continue;
    words.add(word.toLowerCase().replace("’", "'"));
  }
  return words;
}

function evidenceFor(language: string, evidence: Map<string, Evidence>): Evidence {
  let own = evidence.get(language);
  if (own === undefined) {
    own = { weight: 0, words: 0, hasTellingWord: false };
    evidence.set(language, own);
  }
  return own;
}

/** What the words and letters say for each language in Latin letters. */
function weighWords(sample: string, words: ReadonlySet<string>): Map<string, Evidence> {
  const evidence = new Map<string, Evidence>();
  for (const word of words) {
    const weights = new Map<string, number>();
    const add = (languages: readonly string[], weight: number): void => {
      for (const one of languages) weights.set(one, (weights.get(one) ?? 0) + weight / languages.length);
    };
    const known = languagesOfWord(word);
    if (known.length > 0) add(known, word.length === 1 ? 0.6 : known.length === 1 ? 1 : 1.2);
    for (const [letters, languages] of TELLING_LETTERS) if (letters.test(word)) add(languages, 1);
    for (const [language, weight] of weights) {
      const own = evidenceFor(language, evidence);
      own.weight += weight;
      own.words++;
      const length = weight >= TELLING_WORD_WEIGHT ? TELLING_WORD_LEAST_LENGTH : TELLING_WORD_LENGTH;
      if (known.length === 1 && known[0] === language && word.length >= length) own.hasTellingWord = true;
    }
  }
  if (SPANISH_MARKS.test(sample)) {
    const spanish = evidenceFor("es", evidence);
    spanish.weight++;
    spanish.words++;
  }
  return evidence;
}

function best(
  evidence: Map<string, Evidence>,
): { language: string; weight: number; words: number; second: number } | undefined {
  let found: { language: string; weight: number; words: number; second: number } | undefined;
  for (const [language, { weight, words }] of evidence) {
    if (found === undefined || weight > found.weight) found = { language, weight, words, second: found?.weight ?? 0 };
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

/** Words with a telling sequence that count for as much as one common word. */
const SEQUENCES_PER_WORD = 3;

/** Adds what sequences of letters say. */
function weighSequences(words: ReadonlySet<string>, evidence: Map<string, Evidence>): void {
  const text = [...words].join(" ");
  for (const [sequence, language] of TELLING_SEQUENCES) {
    const count = Math.min(text.match(sequence)?.length ?? 0, MAX_SEQUENCES);
    if (count === 0) continue;
    const own = evidenceFor(language, evidence);
    own.weight += count * SEQUENCE_WEIGHT;
    own.words += Math.floor(count / SEQUENCES_PER_WORD);
  }
}

/** In a text of so few words a single telling one decides: `Bonjour Marie`. */
const MAX_GREETING_WORDS = 3;
/** A language is left for another only if that one has so many words, so much weight, and so many times the weight. */
const CLEAR_WORDS = 2;
const CLEAR_WEIGHT = 0.8;
/** The same for many words, each of which several languages have: `mi casa es tu casa`. */
const MANY_WORDS = 3;
const CLEAR_WEIGHT_OF_MANY = 0.6;
const SHARED_WORD_WEIGHT = 0.15;
const CLEAR_RATIO = 1.3;
/** For a return one word will do, with letters that are typical too and nothing that speaks for staying: `Open the window.` */
const RETURN_WEIGHT = 1.2;

/**
 * The language of a text in Latin letters: the hint (the voice's own, or what was spoken before; otherwise English), unless the
 * text is clearly in another. One short word never is clear, be it a name, a brand or a loan: two words that are common in the
 * other language or have its letters are, or one long word that only this language has.
 *
 * @param home the language that a voice returns to from the hint more easily than it goes to any other
 */
export function languageOfLatin(text: string, hint: string | undefined, home?: string): string {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const words = wordsOf(sample);
  const evidence = weighWords(sample, words);
  weighSequences(words, evidence);
  const hinted = hint !== undefined && scriptsOf(hint).includes("Latin") ? hint : "en";
  const own = evidence.get(hinted) ?? { weight: 0, words: 0 };
  const least = own.weight * CLEAR_RATIO + HINT_WEIGHT;
  let found = hinted;
  let rank = 0;
  for (const [language, other] of evidence) {
    if (language === hinted || other.weight <= least) continue;
    const isGreeting = other.hasTellingWord && own.words === 0 && words.size <= MAX_GREETING_WORDS;
    const enough = other.words >= MANY_WORDS ? CLEAR_WEIGHT_OF_MANY : CLEAR_WEIGHT;
    const isClear = other.words >= CLEAR_WORDS && other.words > own.words && other.weight >= enough;
    const isReturn = language === home && own.words === 0 && other.words > 0 && other.weight >= RETURN_WEIGHT;
    // Of related languages it is the one that has most of the words, though each of them is shared.
    const ownRank = other.weight + other.words * SHARED_WORD_WEIGHT;
    if ((!isGreeting && !isClear && !isReturn) || ownRank <= rank) continue;
    found = language;
    rank = ownRank;
  }
  return found;
}

const evidenceOf = (sample: string) => weighWords(sample, wordsOf(sample));

/** The language of words in Latin letters inside a text of another script: English, unless they clearly say otherwise. */
export function languageOfLatinRun(text: string): string {
  const found = best(evidenceOf(text.slice(0, SAMPLE_LENGTH)));
  return found !== undefined && found.weight >= 1.8 && found.weight >= 1.5 * found.second ? found.language : "en";
}

/** Evidence from which on a paragraph is read in its own language although the text as a whole is in another. */
const STRONG_EVIDENCE = 4;

/** The language of a paragraph in Latin letters if its words leave no doubt, otherwise undefined. */
export function detectClearLatin(text: string): string | undefined {
  if (text.length < 40) return undefined;
  const found = best(evidenceOf(text.slice(0, SAMPLE_LENGTH)));
  return found !== undefined && found.weight >= STRONG_EVIDENCE && found.weight >= 2.5 * found.second
    ? found.language
    : undefined;
}
