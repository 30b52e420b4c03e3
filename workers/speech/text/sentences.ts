import { findAbbreviation, hasOrdinalStop } from "./abbreviations";

const SEGMENTERS = new Map<string, Intl.Segmenter>();

/** One `Intl.Segmenter` for each language and granularity; making one costs more than using it. */
export function segmenterFor(language: string, granularity: "sentence" | "word"): Intl.Segmenter {
  const key = `${granularity} ${language}`;
  let segmenter = SEGMENTERS.get(key);
  if (segmenter === undefined) {
    segmenter = new Intl.Segmenter(language === "yue" ? "zh" : language, { granularity });
    SEGMENTERS.set(key, segmenter);
  }
  return segmenter;
}

const LAST_WORD = /(?:^|[\s("'[–—/-])([\p{L}\p{M}][\p{L}\p{M}\p{N}.-]{0,12})\.["')\]]*\s*$/u;
const LAST_TWO_WORDS = /(?:^|[\s("'[])([\p{L}\p{M}]{1,3}\.? [\p{L}\p{M}]{1,4})\.["')\]]*\s*$/u;
const LONE_NUMBER = /^[\s"'([]*\d{1,3}\.\s*$/;
const LAST_NUMBER = /(?:^|\s)\d{1,2}\.\s*$/;
const ENDS_LOUD = /[?!]["')\]]*\s*$/;
const STARTS_SMALL = /^["'([]*\p{Ll}/u;
/** Words a new English sentence often starts with: after "U.S." or an initial they decide that it does. */
const STARTERS =
  /^["'(]*(?:The|This|That|These|Those|It|Its|He|She|They|We|You|I|In|On|At|But|And|So|If|When|While|After|Before|There|Then|However|What|Why|How|Who|Where|My|Our|His|Her|Their|As|For|To|A|An|No|Yes|Not|Now|Today)\b/;

function endsFalsely(sentence: string, next: string, language: string): boolean {
  const tail = sentence.slice(-24);
  if (!tail.includes(".")) return ENDS_LOUD.test(tail) && STARTS_SMALL.test(next.slice(0, 4));
  if (LONE_NUMBER.test(sentence)) return true;
  if (hasOrdinalStop(language) && LAST_NUMBER.test(tail)) return true;
  const word = LAST_WORD.exec(tail)?.[1];
  if (word === undefined) return ENDS_LOUD.test(tail) && STARTS_SMALL.test(next.slice(0, 4));
  const pair = LAST_TWO_WORDS.exec(tail)?.[1];
  // "z. B.": the next segment holds the rest of the abbreviation.
  const rest = /^(\p{L}{1,5})\./u.exec(next)?.[1];
  if (rest !== undefined && findAbbreviation(`${word}. ${rest}`, language) !== undefined) return true;
  const abbreviation = (pair && findAbbreviation(pair, language)) || findAbbreviation(word, language);
  const start = next.slice(0, 12);
  if (abbreviation !== undefined && !abbreviation.canEndSentence) {
    // "no." is an abbreviation before a number only; so are "p." and "fig." ("It was art. Then …").
    if (
      language.startsWith("en") &&
      /^(?:no|nos|p|pp|v|art|fig|sec|ch|ed|min|max|mar|sun|sat|temp|est|eq)$/i.test(word)
    ) {
      return /^["'(]*\d/.test(start) || (/^v$/i.test(word) && !STARTERS.test(start));
    }
    return true;
  }
  if (abbreviation !== undefined && /^["']?[(\d]/.test(start)) return true;
  const isInitial = /^\p{Lu}$/u.test(word) && word !== "I";
  const isDotted = /^(?:\p{L}\.)+\p{L}$/u.test(word);
  if (isInitial || (isDotted && !/^[ap]\.m$/i.test(word))) return !STARTERS.test(start);
  return false;
}

/**
 * Where the sentences of a clean text end (UTF-16 indices, ascending, the last is the text's length). `Intl.Segmenter`
 * finds them; ends after abbreviations ("Dr. Smith"), initials, ordinals and list numbers are taken back.
 */
export function* sentenceEnds(text: string, language: string): Generator<number> {
  let start = 0;
  let end = 0;
  for (const { segment, index } of segmenterFor(language, "sentence").segment(text)) {
    if (end > start && !endsFalsely(text.slice(Math.max(start, end - 200), end), segment, language)) {
      yield end;
      start = end;
    }
    end = index + segment.length;
  }
  if (end > 0) yield end;
}
