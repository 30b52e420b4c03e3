/** Silences in milliseconds: between units by the punctuation they end with, and those that a text asks for. */

export const PAUSE_MS = {
  /** Between two runs of different languages in one sentence: the engines' own trimmed edges suffice. */
  languageChange: 0,
  /** A cut inside a clause that was too long. */
  forcedCut: 60,
  /** Comma, dash, bracket. */
  comma: 140,
  /** Semicolon, colon, dots that trail off. */
  semicolon: 220,
  /** Full stop. */
  fullStop: 320,
  /** Question mark, exclamation mark. */
  question: 340,
  paragraph: 600,
} as const;

/** `[short pause]`, `[pause]`, `[long pause]`. */
export const NAMED_PAUSE_MS = { short: 400, plain: 800, long: 1500 } as const;

/** `<break strength="…"/>`; `<break/>` alone is medium. */
export const BREAK_STRENGTH_MS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    none: 0,
    "x-weak": 100,
    weak: 200,
    medium: 400,
    strong: 700,
    "x-strong": 1000,
  }),
);

/** The longest silence that one `<break>` or `[pause …]` gives; longer ones are shortened to it. */
export const MAX_BREAK_MS = 3000;

/** Silence that one entry can ask for in all; later breaks give what is left. */
export const MAX_BREAKS_PER_ENTRY_MS = 900_000;
