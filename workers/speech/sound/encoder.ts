/**
 * One encoder for every output format. Samples of −1..1 at the format's own rate go in, in any pieces; the bytes that come out do not
 * depend on how the samples were cut. `finish` gives the end of the file.
 */
import { formatFacts } from "../formats";
import type { OutputFormat } from "../protocol";
import { alawOfSample, ulawOfSample } from "./g711";
import { Mp3Encoder } from "./mp3-encoder";
import { completeMp3 } from "./mp3-info";
import { OpusEncoder } from "./opus-codec";
import { concatBytes, pcm16OfSamples, toInt16 } from "./samples";
import { fixWavHeader, wavHeader } from "./wav";

/** Compiled codecs, as the worker imports them. */
export interface CodecModules {
  /** `wasm-media-encoders`, mp3. */
  mp3: WebAssembly.Module;
  /** `@evan/opus`: encoder and decoder. */
  opus: WebAssembly.Module;
  /** `mpg123-decoder`. */
  mpg123: WebAssembly.Module;
}

export interface AudioEncoder {
  push(samples: Float32Array): Uint8Array;
  /** The end of the file. Nothing may be pushed after it. */
  finish(): Uint8Array;
  /** Gives memory back where a stream is given up; `finish` does it by itself. */
  dispose(): void;
}

export function createEncoder(format: OutputFormat, modules: CodecModules): AudioEncoder {
  const { family, sampleRateHz, bitsPerSecond } = formatFacts(format);
  switch (family) {
    case "mp3":
      return new Mp3Encoder(modules.mp3, sampleRateHz, bitsPerSecond / 1000);
    case "opus":
      return new OpusEncoder(modules.opus, bitsPerSecond);
    case "pcm":
      return plain(pcm16OfSamples);
    case "wav":
      return plain(pcm16OfSamples, wavHeader(sampleRateHz));
    case "ulaw":
      return plain((samples) => Uint8Array.from(samples, (sample) => ulawOfSample(toInt16(sample))));
    case "alaw":
      return plain((samples) => Uint8Array.from(samples, (sample) => alawOfSample(toInt16(sample))));
  }
}

/** Families where each sample stands for itself. */
function plain(code: (samples: Float32Array) => Uint8Array, header?: Uint8Array): AudioEncoder {
  let opening = header;
  const withOpening = (bytes: Uint8Array) => {
    if (!opening) return bytes;
    const all = concatBytes([opening, bytes]);
    opening = undefined;
    return all;
  };
  return {
    push: (samples) => (samples.length === 0 ? new Uint8Array(0) : withOpening(code(samples))),
    finish: () => withOpening(new Uint8Array(0)),
    dispose() {},
  };
}

/**
 * A streamed file, whole, with the lengths written in that a stream could not know: WAV sizes, and length and padding of MP3. Same length as before; other families are complete as they are. `samples`: how many went into the encoder.
 */
export function completeFile(bytes: Uint8Array, format: OutputFormat, samples: number): Uint8Array {
  const { family, sampleRateHz, bitsPerSecond } = formatFacts(format);
  if (family === "wav") return fixWavHeader(bytes);
  if (family === "mp3") return completeMp3(bytes, sampleRateHz, bitsPerSecond / 1000, samples);
  return bytes;
}

/** Samples at the format's own rate as a whole, complete file. */
export function encodeWhole(samples: Float32Array, format: OutputFormat, modules: CodecModules): Uint8Array {
  const encoder = createEncoder(format, modules);
  const bytes = concatBytes([encoder.push(samples), encoder.finish()]);
  return completeFile(bytes, format, samples.length);
}

/**
 * How long the silence behind a sound has to be for all of the sound to have come out of a format's encoder, and of the decoder behind
 * it: they work in frames and look ahead, and LAME saves up bits, up to 511 bytes, the longer the lower the rate. Measured,
 * with a little more.
 */
export function holdSecondsOf(format: OutputFormat): number {
  const { family, sampleRateHz, bitsPerSecond } = formatFacts(format);
  switch (family) {
    case "mp3":
      if (bitsPerSecond >= 96_000) return 0.13;
      return sampleRateHz >= 32_000 && bitsPerSecond < 64_000 ? 0.26 : 0.17;
    case "opus":
      return 0.16;
    default:
      return 0;
  }
}

/**
 * Highest true peak (dB) that mastering may leave for a format, so that what is decoded stays at or below −1 dBTP: coarse coding moves
 * peaks, the more the fewer bits it has. Measured on speech.
 */
export function ceilingDbOf(format: OutputFormat): number {
  const { family, bitsPerSecond, sampleRateHz } = formatFacts(format);
  switch (family) {
    case "mp3":
      return bitsPerSecond < 64_000 ? -2.2 : -1.6;
    case "opus":
      return bitsPerSecond < 64_000 ? -2.6 : -1.9;
    case "ulaw":
    case "alaw":
      return -1.9;
    default:
      // At telephone rates speech reaches up to where peaks between samples are hard to foresee.
      return sampleRateHz < 16_000 ? -1.7 : -1.3;
  }
}
