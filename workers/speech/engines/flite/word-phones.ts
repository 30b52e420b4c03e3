/** The phones of single words, said alone by flite's fastest voice, and kept. */
import type { FliteRuntime } from "./runtime";

const KEPT_WORDS = 20_000;

export class WordPhones {
  private readonly known = new Map<string, readonly string[]>();

  constructor(private readonly runtime: FliteRuntime) {}

  /** Phones of each word, in order; words that flite does not speak have none. */
  async of(words: readonly string[]): Promise<(readonly string[])[]> {
    const unknown = [...new Set(words)].filter((word) => word !== "" && !this.known.has(word));
    if (unknown.length > 0) await this.learn(unknown);
    return words.map((word) => this.known.get(word) ?? []);
  }

  /** All at once with a pause after each; one at a time only if flite's own sentence rules got in between. */
  private async learn(words: readonly string[]): Promise<void> {
    if (this.known.size + words.length > KEPT_WORDS) this.known.clear();
    const groups = await this.say(words.map((word) => `${word}!`).join(" "));
    if (groups.length === words.length) {
      words.forEach((word, index) => {
        this.known.set(word, groups[index]!);
      });
      return;
    }
    for (const word of words) this.known.set(word, (await this.say(word)).flat());
  }

  /** Phones between pauses. */
  private async say(text: string): Promise<string[][]> {
    const { phones } = await this.runtime.run({ base: "kal16", text });
    const groups: string[][] = [];
    let group: string[] = [];
    for (const { name } of phones) {
      if (name !== "pau") group.push(name);
      else if (group.length > 0) {
        groups.push(group);
        group = [];
      }
    }
    if (group.length > 0) groups.push(group);
    return groups;
  }
}
