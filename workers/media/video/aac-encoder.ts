/**
 * AAC-LC by the encoder of `@mediabunny/aac-encoder` 1.59.0 (MPL-2.0; FFmpeg's libavcodec inside, LGPL-2.1), whose WebAssembly is
 * called here without the worker thread that the package would start. The names below are the ones its build gave the exports;
 * `build/extract-video-wasm.mjs` checks that it is that build.
 */

interface AacExports {
  r: WebAssembly.Memory;
  /** Start-up. */
  s(): void;
  /** Creates an encoder of (channels, sample rate, bits a second); 0 when it refuses them. */
  t(channels: number, sampleRateHz: number, bitsPerSecond: number): number;
  /** Samples a packet. */
  v(encoder: number): number;
  /** Where the AudioSpecificConfig is, and its length. */
  w(encoder: number): number;
  x(encoder: number): number;
  /** Where the next packet's samples go (32-bit floats); so many bytes. */
  y(encoder: number, bytes: number): number;
  /** Encodes them; negative on failure. */
  A(encoder: number, timestamp: bigint): number;
  /** The length of the next packet that is ready, 0 when none is. */
  B(encoder: number): number;
  /** Ends the sound. */
  C(encoder: number): void;
  /** Where the packet is. */
  E(encoder: number): number;
}

/** Sample rates that AAC has (ISO/IEC 14496-3, table 1.18), without the one that nobody records at. */
const AAC_RATES_HZ = [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000];

const PAGE = 65536;
const BAD_DESCRIPTOR = 8;

export class AacEncoder {
  /** Samples in each packet. */
  readonly samplesPerPacket: number;
  /** The AudioSpecificConfig that decoders need (ISO/IEC 14496-3, 1.6.2.1). */
  readonly config: Uint8Array;
  /** Samples of silence that decoding gives before the sound: one packet. */
  readonly primingSamples: number;
  readonly #aac: AacExports;
  readonly #encoder: number;
  readonly #pending: Float32Array;
  #pendingSamples = 0;
  #encodedSamples = 0;

  /** Mono. Throws when AAC has no such sample rate. */
  constructor(module: WebAssembly.Module, sampleRateHz: number, bitsPerSecond: number) {
    if (!AAC_RATES_HZ.includes(sampleRateHz)) throw new Error(`AAC has no sample rate of ${sampleRateHz} Hz`);
    this.#aac = instantiate(module);
    this.#encoder = this.#aac.t(1, sampleRateHz, bitsPerSecond);
    if (this.#encoder === 0) throw new Error(`the AAC encoder refuses ${sampleRateHz} Hz at ${bitsPerSecond} bit/s`);
    this.samplesPerPacket = this.#aac.v(this.#encoder);
    this.primingSamples = this.samplesPerPacket;
    this.config = this.#bytes(this.#aac.w(this.#encoder), this.#aac.x(this.#encoder));
    this.#pending = new Float32Array(this.samplesPerPacket);
  }

  /** Takes samples (-1..1), any number; answers the packets that are complete. */
  encode(samples: Float32Array): Uint8Array[] {
    const packets: Uint8Array[] = [];
    for (let at = 0; at < samples.length; ) {
      const part = samples.subarray(at, at + this.samplesPerPacket - this.#pendingSamples);
      this.#pending.set(part, this.#pendingSamples);
      this.#pendingSamples += part.length;
      at += part.length;
      if (this.#pendingSamples === this.samplesPerPacket) packets.push(...this.#encodePending());
    }
    return packets;
  }

  /** The last packets; nothing can be encoded afterwards. */
  finish(): Uint8Array[] {
    const packets = this.#pendingSamples > 0 ? this.#encodePending() : [];
    this.#aac.C(this.#encoder);
    packets.push(...this.#ready());
    return packets;
  }

  #encodePending(): Uint8Array[] {
    this.#pending.fill(0, this.#pendingSamples);
    this.#pendingSamples = 0;
    const at = this.#aac.y(this.#encoder, this.#pending.byteLength);
    new Float32Array(this.#aac.r.buffer, at, this.#pending.length).set(this.#pending);
    const result = this.#aac.A(this.#encoder, BigInt(this.#encodedSamples));
    if (result < 0) throw new Error(`the AAC encoder failed (${result})`);
    this.#encodedSamples += this.samplesPerPacket;
    return this.#ready();
  }

  #ready(): Uint8Array[] {
    const packets: Uint8Array[] = [];
    for (let size = this.#aac.B(this.#encoder); size > 0; size = this.#aac.B(this.#encoder))
      packets.push(this.#bytes(this.#aac.E(this.#encoder), size));
    return packets;
  }

  #bytes(at: number, length: number): Uint8Array {
    return new Uint8Array(this.#aac.r.buffer, at, length).slice();
  }
}

/** An instance of its own for each sound: its memory goes with it. */
function instantiate(module: WebAssembly.Module): AacExports {
  const fail = (what: string) => () => {
    throw new Error(`the AAC encoder stopped: ${what}`);
  };
  const no = (value: number) => () => value;
  let aac: AacExports | undefined;
  const view = () => new DataView(aac!.r.buffer);
  const imports: Record<string, WebAssembly.ImportValue> = {
    // Files: it has none. What it says on its standard streams nobody reads.
    a: no(0),
    g: (_file: number, pieces: number, count: number, writtenAt: number) => {
      let written = 0;
      for (let i = 0; i < count; i++) written += view().getUint32(pieces + i * 8 + 4, true);
      view().setUint32(writtenAt, written, true);
      return 0;
    },
    h: no(BAD_DESCRIPTOR),
    i: no(BAD_DESCRIPTOR),
    n: no(-BAD_DESCRIPTOR),
    o: no(BAD_DESCRIPTOR),
    p: no(BAD_DESCRIPTOR),
    q: no(0),
    // The environment is empty.
    b: no(0),
    c: (countAt: number, sizeAt: number) => {
      view().setUint32(countAt, 0, true);
      view().setUint32(sizeAt, 0, true);
      return 0;
    },
    // Time stands still, so that the same sound makes the same file.
    d: no(0),
    e: (_clock: number, _precision: bigint, at: number) => {
      view().setBigUint64(at, 0n, true);
      return 0;
    },
    f: fail("abort"),
    j: fail("exit"),
    k: no(0),
    l: no(0),
    m: (wantedBytes: number) => {
      aac!.r.grow(Math.max(0, Math.ceil((wantedBytes - aac!.r.buffer.byteLength) / PAGE)));
      return 1;
    },
  };
  aac = new WebAssembly.Instance(module, { a: imports }).exports as unknown as AacExports;
  aac.s();
  return aac;
}
