/** The sound of a video as it streams in: encoded piece by piece, and measured for the waveform that follows it. */
import { AacEncoder } from "./aac-encoder";

const BITS_PER_SECOND = 96_000;
/** Of all loudness values, the share that reaches the full height of the waveform. */
const FULL_HEIGHT_QUANTILE = 0.95;
/** Makes quiet syllables visible beside loud ones. */
const LOUDNESS_EXPONENT = 0.7;

export interface EncodedSound {
  packets: Uint8Array[];
  samplesPerPacket: number;
  /** Samples to leave out at the beginning of what is decoded. */
  primingSamples: number;
  config: Uint8Array;
  sampleRateHz: number;
  samples: number;
  /** Loudness of each picture's time, 0..1. */
  levels: Float32Array;
}

/**
 * @param pcm mono, 16 bits, little-endian
 * @param onRead told the seconds that were read
 * @throws Error when there is no sound, or AAC has no such sample rate
 */
export async function encodeSound(
  module: WebAssembly.Module,
  pcm: ReadableStream<Uint8Array>,
  sampleRateHz: number,
  framesPerSecond: number,
  onRead: (seconds: number) => Promise<void>,
): Promise<EncodedSound> {
  const encoder = new AacEncoder(module, sampleRateHz, BITS_PER_SECOND);
  const meter = new LevelMeter(sampleRateHz / framesPerSecond);
  const packets: Uint8Array[] = [];
  let samples = 0;
  const reader = pcm.getReader();
  let odd: number | null = null;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      const { samples: piece, rest } = toSamples(value, odd);
      odd = rest;
      samples += piece.length;
      meter.add(piece);
      packets.push(...encoder.encode(piece));
      await onRead(samples / sampleRateHz);
    }
  } catch (error) {
    await reader.cancel(error).catch(() => {});
    throw error;
  }
  if (samples === 0) throw new Error("there is no sound to make a video of");
  packets.push(...encoder.finish());
  const { samplesPerPacket, primingSamples, config } = encoder;
  return { packets, samplesPerPacket, primingSamples, config, sampleRateHz, samples, levels: meter.levels() };
}

/** Samples of -1..1; a stream may be cut in the middle of one, whose first byte is then handed on. */
function toSamples(bytes: Uint8Array, odd: number | null): { samples: Float32Array; rest: number | null } {
  const offset = odd === null ? 0 : 1;
  const count = (bytes.length + offset) >> 1;
  const samples = new Float32Array(count);
  for (let i = 0; i < count; i++) {
    const at = i * 2 - offset;
    const low = at < 0 ? odd! : bytes[at]!;
    samples[i] = ((((bytes[at + 1]! << 8) | low) << 16) >> 16) / 32768;
  }
  return { samples, rest: (bytes.length + offset) % 2 === 0 ? null : (bytes.at(-1) ?? odd) };
}

/** Root mean square of each stretch, brought to 0..1 at the end. */
class LevelMeter {
  readonly #stretchSamples: number;
  readonly #loudness: number[] = [];
  #sum = 0;
  #count = 0;
  #seen = 0;

  constructor(stretchSamples: number) {
    this.#stretchSamples = stretchSamples;
  }

  add(samples: Float32Array): void {
    for (const sample of samples) {
      this.#sum += sample * sample;
      this.#count++;
      this.#seen++;
      if (this.#seen >= (this.#loudness.length + 1) * this.#stretchSamples) this.#close();
    }
  }

  levels(): Float32Array {
    if (this.#count > 0) this.#close();
    const sorted = [...this.#loudness].sort((a, b) => a - b);
    const full = Math.max(1e-4, sorted[Math.floor((sorted.length - 1) * FULL_HEIGHT_QUANTILE)] ?? 0);
    return Float32Array.from(this.#loudness, (loudness) => Math.min(1, loudness / full) ** LOUDNESS_EXPONENT);
  }

  #close(): void {
    this.#loudness.push(Math.sqrt(this.#sum / this.#count));
    this.#sum = 0;
    this.#count = 0;
  }
}
