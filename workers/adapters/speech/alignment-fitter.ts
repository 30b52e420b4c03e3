/**
 * Times told by an engine, fitted to the text that was asked for: engines drop, fold or add characters, and tell them in pieces. What
 * goes out, joined, is exactly the text, with times that never go back.
 */
import type { Alignment } from "../../speech/protocol";

/** How far ahead in the text a character may be found when some were dropped. */
const SEARCH_AHEAD = 24;

export class AlignmentFitter {
  private readonly characters: string[];
  private next = 0;
  private clockSeconds = 0;

  constructor(text: string) {
    this.characters = Array.from(text);
  }

  /** The text's next characters that this piece tells of; null when it tells of none. Times count from the sound's start. */
  push(piece: Alignment, offsetSeconds = 0): Alignment | null {
    const out = emptyAlignment();
    for (const [n, character] of piece.characters.entries()) {
      const start = offsetSeconds + (piece.characterStartTimesSeconds[n] ?? 0);
      const end = offsetSeconds + (piece.characterEndTimesSeconds[n] ?? 0);
      const place = this.find(character);
      if (place < 0) continue;
      while (this.next < place) this.add(out, start, start);
      this.add(out, start, end);
    }
    return out.characters.length > 0 ? out : null;
  }

  /** Characters the engine said nothing of, at the end of the sound; null when none are left. */
  finish(endSeconds: number): Alignment | null {
    const out = emptyAlignment();
    const from = this.clockSeconds;
    while (this.next < this.characters.length) this.add(out, from, Math.max(from, endSeconds));
    return out.characters.length > 0 ? out : null;
  }

  private find(character: string): number {
    const folded = character.toLowerCase();
    const limit = Math.min(this.characters.length, this.next + SEARCH_AHEAD);
    for (let i = this.next; i < limit; i++) {
      if (this.characters[i] === character || this.characters[i]!.toLowerCase() === folded) return i;
      // A space of the engine's own stands for any white space, and must not jump over words.
      if (/\s/u.test(character)) return /\s/u.test(this.characters[i]!) ? i : -1;
    }
    return -1;
  }

  private add(out: Alignment, start: number, end: number): void {
    const from = Math.max(this.clockSeconds, start);
    const to = Math.max(from, end);
    out.characters.push(this.characters[this.next++]!);
    out.characterStartTimesSeconds.push(from);
    out.characterEndTimesSeconds.push(to);
    this.clockSeconds = from;
  }
}

const emptyAlignment = (): Alignment => ({
  characters: [],
  characterStartTimesSeconds: [],
  characterEndTimesSeconds: [],
});
