/** Bits in the order and codes of ITU-T H.264 (08/2021), clauses 7.2 and 9.1. */
export class BitWriter {
  #bytes: Uint8Array;
  #length = 0;
  #current = 0;
  #free = 8;

  constructor(expectedBytes = 256) {
    this.#bytes = new Uint8Array(expectedBytes);
  }

  /** u(n): the value's lowest `count` bits, 1..32. */
  bits(count: number, value: number): void {
    for (let left = count; left > 0; ) {
      const taken = Math.min(left, this.#free);
      left -= taken;
      this.#free -= taken;
      this.#current |= ((value >>> left) & ((1 << taken) - 1)) << this.#free;
      if (this.#free === 0) this.#flush();
    }
  }

  flag(value: boolean): void {
    this.bits(1, value ? 1 : 0);
  }

  /** ue(v), clause 9.1: 0 and up. */
  unsigned(value: number): void {
    const code = value + 1;
    const width = 32 - Math.clz32(code);
    if (width > 1) this.bits(width - 1, 0);
    this.bits(width, code);
  }

  /** se(v), clause 9.1.1. */
  signed(value: number): void {
    this.unsigned(value > 0 ? 2 * value - 1 : -2 * value);
  }

  /**
   * Closes the payload (rbsp_trailing_bits, clause 7.3.2.11) and answers it as a NAL unit: the header byte, then the payload
   * with a 3 wherever three bytes would look like a start code (clause 7.4.1). The writer is empty then.
   */
  takeNalUnit(header: number): Uint8Array {
    this.bits(1, 1);
    if (this.#free < 8) this.#flush();
    const unit = new Uint8Array(1 + Math.ceil((this.#length * 3) / 2));
    unit[0] = header;
    let at = 1;
    let zeros = 0;
    for (let i = 0; i < this.#length; i++) {
      const byte = this.#bytes[i]!;
      if (zeros === 2 && byte <= 3) {
        unit[at++] = 3;
        zeros = 0;
      }
      unit[at++] = byte;
      zeros = byte === 0 ? zeros + 1 : 0;
    }
    this.#length = 0;
    return unit.slice(0, at);
  }

  #flush(): void {
    if (this.#length === this.#bytes.length) {
      const grown = new Uint8Array(this.#bytes.length * 2);
      grown.set(this.#bytes);
      this.#bytes = grown;
    }
    this.#bytes[this.#length++] = this.#current;
    this.#current = 0;
    this.#free = 8;
  }
}
