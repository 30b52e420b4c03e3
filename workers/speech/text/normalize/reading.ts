/** A token read from a clean text: the range it covers and the words it is spoken as. */
export interface Reading {
  /** UTF-16 index in the clean text, exclusive. */
  end: number;
  words: string[];
}

/** Several tokens read at once. */
export interface GroupedReading {
  /** Whether a short break is heard between them (the groups of a telephone number). */
  separated: boolean;
  groups: (Reading & { start: number })[];
}

export interface ReadingContext {
  /** The clean text of the passage, up to the end of the stretch to be read. */
  text: string;
  /** Where the stretch ends: the length of `text`. */
  end: number;
  /** BCP 47. */
  language: string;
  /** The last word read, as spoken; empty at the start. */
  previousWord: string;
  /** Whether the passage holds anything that may be a URL or an e-mail address. */
  mayHoldAddress: boolean;
  /** Whether most of the sentence is in capitals, so that capitals mean loudness and no acronym. */
  shouting: boolean;
  /** Reads Chinese characters in Japanese as kana; without it they stay as they are. */
  readJapanese?: JapaneseReader | undefined;
}

export type JapaneseReader = (
  letters: string,
  afterDigit: boolean,
  segmenter: Intl.Segmenter,
) => { start: number; end: number; spoken: string }[];

/** Tries to read a token that starts at `at`. */
export type Reader = (context: ReadingContext, at: number) => Reading | GroupedReading | undefined;

/** Runs a sticky pattern at a place; undefined if it does not match there. */
export function matchAt(pattern: RegExp, context: ReadingContext, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(context.text) ?? undefined;
}
