/** How much of a generation was delivered, and what that costs. Pure. */
import type { TimingFrame } from "../../../workers/speech/protocol";
import { billableCharacters, creditsFor } from "../billing/rules";

export interface EntryCharge {
  voiceId: string;
  credits: number;
}

/**
 * Counts characters whose audio went out. A stretch's timing frame follows its audio, so a frame that is asked for
 * after it was delivered counts its characters; audio of an unfinished stretch counts nothing.
 */
export class DeliveryMeter {
  readonly #entries: { voiceId: string; characters: number; delivered: number }[];
  readonly #costFactor: number;

  constructor(entries: readonly { voiceId: string; text: string }[], costFactor: number) {
    this.#entries = entries.map(({ voiceId, text }) => ({
      voiceId,
      characters: billableCharacters(text),
      delivered: 0,
    }));
    this.#costFactor = costFactor;
  }

  /** Credits of the whole. */
  get total(): number {
    return this.#creditsOf(this.#entries.reduce((sum, entry) => sum + entry.characters, 0));
  }

  deliver(frame: TimingFrame): void {
    const entry = this.#entries[frame.entryIndex];
    if (!entry) throw new Error(`a timing frame names entry ${frame.entryIndex}, which was not asked for`);
    entry.delivered = Math.min(entry.characters, entry.delivered + frame.alignment.characters.length);
  }

  /** Whether what was delivered costs as much as the whole. */
  get isPaidInFull(): boolean {
    const delivered = this.#entries.reduce((sum, entry) => sum + entry.delivered, 0);
    return delivered > 0 && this.#creditsOf(delivered) === this.total;
  }

  /** Charges by entry, for the whole or for what was delivered. Their sum is `creditsFor` of the characters' sum. */
  charges(of: "whole" | "delivered"): EntryCharge[] {
    let characters = 0;
    let credits = 0;
    return this.#entries.map((entry) => {
      characters += of === "whole" ? entry.characters : entry.delivered;
      const before = credits;
      credits = this.#creditsOf(characters);
      return { voiceId: entry.voiceId, credits: credits - before };
    });
  }

  #creditsOf(characters: number): number {
    return creditsFor(characters, this.#costFactor);
  }
}
