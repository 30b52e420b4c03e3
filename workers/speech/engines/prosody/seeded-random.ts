/** Numbers that look random and depend on nothing but the seed and the labels. */
export class SeededRandom {
  private state: number;

  constructor(seed: number, ...labels: string[]) {
    // FNV-1a over the labels, so that units of one text differ while each stays the same from run to run.
    let hash = 0x811c9dc5 ^ (seed >>> 0);
    for (const character of labels.join("\u0000")) {
      hash ^= character.codePointAt(0)!;
      hash = Math.imul(hash, 0x01000193);
    }
    this.state = hash >>> 0;
  }

  /** In [0, 1). Mulberry32. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = this.state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** In [-1, 1). */
  nextSigned(): number {
    return this.next() * 2 - 1;
  }
}
