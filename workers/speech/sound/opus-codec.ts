/**
 * Opus by libopus, through the WebAssembly of `@evan/opus` (MIT; libopus BSD), with our own Ogg around it. Mono, 48 kHz, frames of
 * 20 ms. Constants are libopus's `opus_defines.h`.
 */
import { type OggOpusContent, OggOpusWriter, readOggOpus } from "./ogg";
import { concatBytes, concatSamples, toInt16 } from "./samples";
import { WasmPool } from "./wasm-pool";

const RATE_HZ = 48000;
const FRAME_SAMPLES = 960;
const MOST_PACKET_BYTES = 4000;
/** Longest frame a packet may hold: 120 ms. */
const MOST_DECODED_SAMPLES = 5760;
const APPLICATION_AUDIO = 2049;
const SET_BITRATE = 4002;
const SET_COMPLEXITY = 4010;
const GET_LOOKAHEAD = 4027;
/** Of 0..10. At speech bit rates 5 cannot be told from 10, and takes half the time. */
const COMPLEXITY = 5;

interface OpusExports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(bytes: number): number;
  free(pointer: number): void;
  opus_encoder_get_size(channels: number): number;
  opus_encoder_init(encoder: number, rate: number, channels: number, application: number): number;
  opus_encoder_ctl_set(encoder: number, request: number, value: number): number;
  opus_encoder_ctl_get(encoder: number, request: number): number;
  opus_encode(encoder: number, pcm: number, frame: number, out: number, maximum: number): number;
  opus_decoder_get_size(channels: number): number;
  opus_decoder_init(decoder: number, rate: number, channels: number): number;
  opus_decode(decoder: number, data: number, bytes: number, pcm: number, frame: number, fec: number): number;
}

/** Encoders and decoders in an instance. Each takes some 40 KB. */
const CODECS_TOGETHER = 32;

const pool = new WasmPool<OpusExports>((module) => {
  const nothing = () => 0;
  const imports = {
    env: { emscripten_notify_memory_growth() {} },
    wasi_snapshot_preview1: {
      fd_close: nothing,
      fd_write: nothing,
      fd_seek: nothing,
      proc_exit(code: number) {
        throw new Error(`libopus stopped with ${code}`);
      },
    },
  };
  const exports = new WebAssembly.Instance(module, imports).exports as unknown as OpusExports;
  exports._initialize();
  return exports;
}, CODECS_TOGETHER);

/** Ogg Opus, variable bit rate around the wished one. The same bytes for every way of cutting the samples. */
export class OpusEncoder {
  private readonly opus: OpusExports;
  private readonly encoder: number;
  private readonly input: number;
  private readonly output: number;
  private readonly ogg: OggOpusWriter;
  private readonly lookahead: number;
  private readonly frame = new Int16Array(FRAME_SAMPLES);
  private filled = 0;
  private received = 0;
  private opening: Uint8Array[];
  private disposed = false;

  constructor(
    private readonly module: WebAssembly.Module,
    bitsPerSecond: number,
  ) {
    this.opus = pool.take(module);
    this.encoder = this.opus.malloc(this.opus.opus_encoder_get_size(1));
    this.input = this.opus.malloc(FRAME_SAMPLES * 2);
    this.output = this.opus.malloc(MOST_PACKET_BYTES);
    checked(this.opus.opus_encoder_init(this.encoder, RATE_HZ, 1, APPLICATION_AUDIO));
    checked(this.opus.opus_encoder_ctl_set(this.encoder, SET_BITRATE, bitsPerSecond));
    checked(this.opus.opus_encoder_ctl_set(this.encoder, SET_COMPLEXITY, COMPLEXITY));
    this.lookahead = checked(this.opus.opus_encoder_ctl_get(this.encoder, GET_LOOKAHEAD));
    this.ogg = new OggOpusWriter({ preSkip: this.lookahead, inputRateHz: RATE_HZ, samplesInPacket: FRAME_SAMPLES });
    this.opening = this.ogg.headers();
  }

  push(samples: Float32Array): Uint8Array {
    this.requireOpen();
    const pages: Uint8Array[] = [];
    for (let i = 0; i < samples.length; i++) {
      this.frame[this.filled++] = toInt16(samples[i]!);
      if (this.filled === FRAME_SAMPLES) this.encodeFrame(pages);
    }
    this.received += samples.length;
    return pages.length === 0 ? new Uint8Array(0) : this.withOpening(pages);
  }

  /** Encodes past the end by the codec's delay, so that the last samples come out; the last granule cuts the rest. */
  finish(): Uint8Array {
    this.requireOpen();
    const pages: Uint8Array[] = [];
    const wanted = Math.max(1, Math.ceil((this.received + this.lookahead) / FRAME_SAMPLES));
    const done = (this.received - this.filled) / FRAME_SAMPLES;
    for (let n = done; n < wanted; n++) {
      this.frame.fill(0, this.filled);
      this.encodeFrame(pages);
    }
    pages.push(this.ogg.finish(this.received));
    this.dispose();
    return this.withOpening(pages);
  }

  /** Gives the memory back; called by `finish`, or where a stream is given up. */
  dispose(): void {
    if (this.disposed) return;
    this.disposed = true;
    for (const pointer of [this.encoder, this.input, this.output]) this.opus.free(pointer);
    pool.give(this.module, this.opus);
  }

  /** Its memory may be another encoder's by now. */
  private requireOpen(): void {
    if (this.disposed) throw new Error("the Opus encoder was given back");
  }

  private encodeFrame(pages: Uint8Array[]): void {
    new Int16Array(this.opus.memory.buffer, this.input, FRAME_SAMPLES).set(this.frame);
    this.filled = 0;
    const length = checked(
      this.opus.opus_encode(this.encoder, this.input, FRAME_SAMPLES, this.output, MOST_PACKET_BYTES),
    );
    const page = this.ogg.push(new Uint8Array(this.opus.memory.buffer, this.output, length).slice());
    if (page) pages.push(page);
  }

  private withOpening(pages: Uint8Array[]): Uint8Array {
    const all = [...this.opening, ...pages];
    this.opening = [];
    return concatBytes(all);
  }
}

/** Samples (48 kHz) of an Ogg Opus file, exactly as long as what was encoded, be it in one stream or in several. */
export function decodeOpus(module: WebAssembly.Module, bytes: Uint8Array): Float32Array {
  const streams = readOggOpus(bytes);
  if (streams.length === 0) throw new Error("not a mono Ogg Opus file");
  return concatSamples(streams.map((stream) => decodeStream(module, stream)));
}

function decodeStream(module: WebAssembly.Module, { preSkip, samples, packets }: OggOpusContent): Float32Array {
  const opus = pool.take(module);
  const decoder = opus.malloc(opus.opus_decoder_get_size(1));
  const input = opus.malloc(MOST_PACKET_BYTES);
  const output = opus.malloc(MOST_DECODED_SAMPLES * 2);
  try {
    checked(opus.opus_decoder_init(decoder, RATE_HZ, 1));
    const pieces = packets.map((packet) => {
      if (packet.length > MOST_PACKET_BYTES) throw new Error("Opus packet is too long");
      new Uint8Array(opus.memory.buffer, input, packet.length).set(packet);
      const count = checked(opus.opus_decode(decoder, input, packet.length, output, MOST_DECODED_SAMPLES, 0));
      return Float32Array.from(new Int16Array(opus.memory.buffer, output, count), (value) => value / 32768);
    });
    return concatSamples(pieces).subarray(preSkip, preSkip + samples);
  } finally {
    for (const pointer of [decoder, input, output]) opus.free(pointer);
    pool.give(module, opus);
  }
}

function checked(result: number): number {
  if (result < 0) throw new Error(`libopus failed with ${result}`);
  return result;
}
