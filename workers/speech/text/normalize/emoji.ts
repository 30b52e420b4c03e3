import { EMOJI_NAMES, FLAG_NAMES } from "./emoji-names";
import { matchAt, type ReadingContext } from "./reading";

const EMOJI =
  /(?:\p{RI}\p{RI}|\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?(?:\u200d\p{Extended_Pictographic}[\u{1f3fb}-\u{1f3ff}]?){0,8}|[\u{1f3fb}-\u{1f3ff}]|\p{RI})/uy;
const SKIN_TONES = /[\u{1f3fb}-\u{1f3ff}]/gu;
/** Characters that Unicode counts as pictures but that are read as symbols. */
const SYMBOLS = new Set(["©", "®", "™", "‼", "⁉", "↔", "↕", "〰", "〽"]);

export interface EmojiReading {
  end: number;
  /** The emoji without skin tones, as eSpeak's dictionaries have it. */
  emoji: string;
  /** English name; undefined if it has none here and is left out. */
  words: string[] | undefined;
}

function flagWords(flag: string): string[] | undefined {
  const letters = [...flag].map((letter) => String.fromCharCode(letter.codePointAt(0)! - 0x1f1e6 + 65)).join("");
  const country = FLAG_NAMES[letters];
  return country === undefined ? undefined : ["flag", "of", ...country.split(" ")];
}

/** Reads one emoji (a joined sequence is one); a sequence without a name is called by its first part. */
export function readEmoji(context: ReadingContext, at: number): EmojiReading | undefined {
  const match = matchAt(EMOJI, context, at);
  if (match === undefined || SYMBOLS.has(match[0])) return undefined;
  const end = at + match[0].length;
  const emoji = match[0].replace(SKIN_TONES, "");
  if (/^\p{RI}\p{RI}$/u.test(emoji)) return { end, emoji, words: flagWords(emoji) };
  const whole = EMOJI_NAMES.get(emoji);
  if (whole !== undefined) return { end, emoji, words: whole };
  const [first = ""] = emoji.split("\u200d");
  return { end, emoji: first, words: EMOJI_NAMES.get(first) };
}
