/**
 * Given pronunciations for flite: each gets an invented word that stands in the text, and a line of lexicon that says how
 * the invented word sounds, so that it is spoken with the sentence's own rhythm and melody.
 */
import type { Phone } from "../phonemes";
import { VOWELS } from "../phonemes";

/** Flite spells a word out if it looks unpronounceable, so the invented ones look like words; none is in its lexicon. */
const STEMS = ["plonada", "brumeda", "klavota", "drisoma", "gremula", "skalota", "trovida", "flamona"];

export class InventedWords {
  private readonly lines: string[] = [];

  /** The word to write in place of one that is pronounced `phones`. */
  add(phones: readonly Phone[]): string {
    const count = this.lines.length;
    const word = STEMS[count % STEMS.length]! + "ma".repeat(Math.floor(count / STEMS.length));
    const spelled = phones.map(({ name, stress }) => (VOWELS.has(name) ? `${name}${stress > 0 ? 1 : 0}` : name));
    this.lines.push(`${word} 0 : ${spelled.join(" ")}`);
    return word;
  }

  /** Lexicon lines for the runtime; empty if no word was invented. */
  lexicon(): string {
    return this.lines.length === 0 ? "" : `${this.lines.join("\n")}\n`;
  }
}
