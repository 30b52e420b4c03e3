/**
 * What the text front end hands to an engine. A text becomes units (clauses and sentences, in order); each unit keeps
 * where its words came from, so that times of spoken words can be told of the characters the caller wrote.
 * The units' `source` strings, joined, are the entry's text, unchanged.
 */

/** A delivery that a bracketed tag asks for, relative to the voice's own. */
export interface Delivery {
  /** 1 is the voice's own pace. */
  rate: number;
  /** Semitones added to F0. */
  pitchSemitones: number;
  /** Factor on the F0 spread. */
  rangeFactor: number;
  /** Loudness change after levelling, dB. */
  gainDb: number;
  /** Voiceless: noise in place of the voice's tone. */
  whisper: boolean;
}

/** A pronunciation given in the text by `<phoneme>`. */
export interface GivenPhonemes {
  alphabet: "ipa" | "cmu-arpabet";
  value: string;
}

/**
 * One token of a unit: a word, number, URL … of the source and the words it is spoken as ("$25.50" → "twenty five dollars and fifty cents").
 * `sourceStart`/`sourceEnd` count characters (`Array.from(unit.source)`), end exclusive.
 */
export interface SpokenToken {
  sourceStart: number;
  sourceEnd: number;
  /** Words as the engine says them, in order; never empty. No markup, no control characters. */
  words: string[];
  phonemes?: GivenPhonemes;
  /** Punctuation the engine may see after this token, e.g. "," or "?"; empty if none. */
  punctuation: string;
}

export interface SpeechUnit {
  kind: "speech";
  entryIndex: number;
  /** The stretch of the caller's text this unit covers, markup and white space included. */
  source: string;
  /** BCP 47, e.g. `en`, `pt-BR`. */
  language: string;
  tokens: SpokenToken[];
  delivery: Delivery;
  /** How the unit ends; questions rise. */
  ending: "statement" | "question" | "exclamation" | "clause";
  /** Silence after the unit, by its punctuation (or zero at the very end). */
  pauseAfterMs: number;
  /** Nothing of the request comes after it. */
  isLast?: boolean;
}

/** Silence that the text asks for (`<break time>`, `[pause]`), or text with nothing to speak in it. */
export interface SilenceUnit {
  kind: "silence";
  entryIndex: number;
  source: string;
  durationMs: number;
  /** Nothing of the request comes after it. */
  isLast?: boolean;
}

export type TextUnit = SpeechUnit | SilenceUnit;

/** When a spoken word is heard, in seconds from the start of its unit's audio. In order; one for each word of each token. */
export interface WordTime {
  tokenIndex: number;
  wordIndex: number;
  startSeconds: number;
  endSeconds: number;
}
