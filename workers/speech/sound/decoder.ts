/** What we encoded, back to samples; and finished sound in another format. */
import { formatFacts } from "../formats";
import type { OutputFormat } from "../protocol";
import { type CodecModules, ceilingDbOf, encodeWhole } from "./encoder";
import { sampleOfAlaw, sampleOfUlaw } from "./g711";
import { Limiter } from "./limiter";
import { decodeMp3 } from "./mp3-decoder";
import { isStreamedMp3, MP3_LEADING_SAMPLES } from "./mp3-info";
import { decodeOpus } from "./opus-codec";
import { resampleWhole } from "./resampler";
import { concatSamples, samplesOfPcm16 } from "./samples";
import { readWav } from "./wav";

/** Mono samples of −1..1 (a streamed MP3 keeps up to a frame of padding at its end). Throws on bytes that are not of the format. */
export function decodeAudio(
  bytes: Uint8Array,
  format: OutputFormat,
  modules: CodecModules,
): { samples: Float32Array; sampleRateHz: number } {
  const { family, sampleRateHz, bitsPerSecond } = formatFacts(format);
  switch (family) {
    case "mp3": {
      const decoded = decodeMp3(modules.mpg123, bytes);
      const delay = isStreamedMp3(bytes, sampleRateHz, bitsPerSecond / 1000) ? MP3_LEADING_SAMPLES : 0;
      return { ...decoded, samples: decoded.samples.subarray(delay) };
    }
    case "opus":
      return { samples: decodeOpus(modules.opus, bytes), sampleRateHz };
    case "pcm":
      return { samples: samplesOfPcm16(bytes), sampleRateHz };
    case "wav": {
      const wav = readWav(bytes);
      return { samples: samplesOfPcm16(wav.data), sampleRateHz: wav.sampleRateHz };
    }
    case "ulaw":
      return { samples: Float32Array.from(bytes, (code) => sampleOfUlaw(code) / 32768), sampleRateHz };
    case "alaw":
      return { samples: Float32Array.from(bytes, (code) => sampleOfAlaw(code) / 32768), sampleRateHz };
  }
}

/**
 * Finished 16-bit mono sound as a complete file of another format. Level and tone stay; peaks are limited again, since a new rate and a
 * lossy codec move them.
 */
export function transcode(
  pcm16: Uint8Array,
  sampleRateHz: number,
  format: OutputFormat,
  modules: CodecModules,
): Uint8Array {
  const target = formatFacts(format).sampleRateHz;
  const limiter = new Limiter(target, ceilingDbOf(format));
  const samples = resampleWhole(samplesOfPcm16(pcm16), sampleRateHz, target);
  return encodeWhole(concatSamples([limiter.push(samples), limiter.flush()]), format, modules);
}
