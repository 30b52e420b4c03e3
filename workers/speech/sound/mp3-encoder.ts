/**
 * MP3 by LAME, through the WebAssembly of `wasm-media-encoders` (MIT; LAME inside, LGPL). Called by its C interface: that needs
 * no copy of the module inside JavaScript, and no promise.
 */

import { openingMp3Frame } from "./mp3-info";
import { concatBytes } from "./samples";
import { WasmPool } from "./wasm-pool";

interface LameExports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  /** Takes channels, rate, kilobits, variable-rate quality (−1: constant), output rate. */
  enc_init(parameters: number): number;
  enc_free(encoder: number): void;
  /** Address of one address of a channel's floats. */
  enc_get_pcm(encoder: number, samples: number): number;
  enc_encode(encoder: number, samples: number): number;
  enc_flush(encoder: number): number;
  enc_get_out_buf(encoder: number): number;
}

interface LameInstance {
  lame: LameExports;
  /** Encoders that have seen no sound yet, and what they are for; the latest last. */
  ready: { kind: string; encoder: number }[];
}

/** Encoders in an instance. Each takes 2 MB. */
const ENCODERS_TOGETHER = 8;
/** Those that wait in it for the next files: as many streams may begin at once without getting LAME ready first. */
const READY_ENCODERS = 4;

const pool = new WasmPool<LameInstance>((module) => {
  const imports = {
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
      proc_exit(code: number) {
        throw new Error(`the MP3 encoder stopped with ${code}`);
      },
    },
  };
  const lame = new WebAssembly.Instance(module, imports).exports as unknown as LameExports;
  lame._initialize();
  return { lame, ready: [] };
}, ENCODERS_TOGETHER);

/** LAME turns everything down by itself, by bit rate (its presets' "scale"); we have made room for peaks already, and undo it. */
const lameScaleAt = (kilobits: number): number => (kilobits > 128 ? 0.97 : 0.95);

/** Mono, constant bit rate. Bytes come as LAME finishes frames; the same for every way of cutting the samples. */
export class Mp3Encoder {
  private readonly instance: LameInstance;
  private readonly lame: LameExports;
  private encoder: number;
  private opening: Uint8Array | null;
  private readonly gain: number;

  constructor(
    private readonly module: WebAssembly.Module,
    private readonly sampleRateHz: number,
    private readonly kilobits: number,
  ) {
    this.instance = pool.take(module);
    this.lame = this.instance.lame;
    this.opening = openingMp3Frame(sampleRateHz, kilobits);
    this.gain = 1 / lameScaleAt(kilobits);
    this.encoder = this.takeReady() ?? this.prepare();
  }

  push(samples: Float32Array): Uint8Array {
    this.requireOpen();
    if (samples.length === 0) return this.withOpening(new Uint8Array(0));
    const channels = this.lame.enc_get_pcm(this.encoder, samples.length);
    if (channels === 0) throw new Error("the MP3 encoder is out of memory");
    const address = new DataView(this.lame.memory.buffer).getUint32(channels, true);
    const input = new Float32Array(this.lame.memory.buffer, address, samples.length);
    for (let i = 0; i < samples.length; i++) input[i] = samples[i]! * this.gain;
    return this.withOpening(this.taken(this.lame.enc_encode(this.encoder, samples.length)));
  }

  finish(): Uint8Array {
    this.requireOpen();
    const bytes = this.withOpening(this.taken(this.lame.enc_flush(this.encoder)));
    this.dispose();
    return bytes;
  }

  /** Gives the memory back; called by `finish`, or where a stream is given up. */
  dispose(): void {
    if (this.encoder === 0) return;
    this.lame.enc_free(this.encoder);
    this.encoder = 0;
    // Getting LAME ready takes as long as coding the first sound; done now, the next file's first sound need not wait for it.
    this.makeReady();
    pool.give(this.module, this.instance);
  }

  /** Address 0 would be written over, in an instance that others share. */
  private requireOpen(): void {
    if (this.encoder === 0) throw new Error("the MP3 encoder was given back");
  }

  private get kind(): string {
    return `${this.sampleRateHz} ${this.kilobits}`;
  }

  private takeReady(): number | null {
    const { ready } = this.instance;
    const at = ready.findLastIndex(({ kind }) => kind === this.kind);
    return at < 0 ? null : ready.splice(at, 1)[0]!.encoder;
  }

  private makeReady(): void {
    const { ready } = this.instance;
    if (ready.filter(({ kind }) => kind === this.kind).length >= READY_ENCODERS) return;
    ready.push({ kind: this.kind, encoder: this.prepare() });
    if (ready.length > READY_ENCODERS) this.lame.enc_free(ready.shift()!.encoder);
  }

  private prepare(): number {
    const parameters = this.lame.malloc(20);
    const view = new DataView(this.lame.memory.buffer, parameters, 20);
    view.setUint32(0, 1, true);
    view.setUint32(4, this.sampleRateHz, true);
    view.setInt32(8, this.kilobits, true);
    view.setFloat32(12, -1, true);
    // Named, because LAME would halve the rate by itself at low bit rates.
    view.setInt32(16, this.sampleRateHz, true);
    const encoder = this.lame.enc_init(parameters);
    this.lame.free(parameters);
    if (encoder === 0) throw new Error(`LAME refuses ${this.kilobits} kbit/s at ${this.sampleRateHz} Hz`);
    return encoder;
  }

  private taken(length: number): Uint8Array {
    if (length < 0) throw new Error(`the MP3 encoder failed with ${length}`);
    return new Uint8Array(this.lame.memory.buffer, this.lame.enc_get_out_buf(this.encoder), length).slice();
  }

  /** The opening frame goes out with the first sound, not before it. */
  private withOpening(bytes: Uint8Array): Uint8Array {
    if (!this.opening || (bytes.length === 0 && this.encoder !== 0)) return bytes;
    const opening = this.opening;
    this.opening = null;
    return concatBytes([opening, bytes]);
  }
}
