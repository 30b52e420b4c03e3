import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { familyOf, sampleRateOf } from "../../../workers/speech/formats";
import { OUTPUT_FORMATS, type OutputFormat } from "../../../workers/speech/protocol";
import {
  type CodecModules,
  ceilingDbOf,
  completeFile,
  concatBytes,
  createEncoder,
  createMastering,
  decodeAudio,
  encodeWhole,
  holdSecondsOf,
  pcm16OfSamples,
  transcode,
} from "../../../workers/speech/sound";
import { MP3_LEADING_SAMPLES } from "../../../workers/speech/sound/mp3-info";
import { concatSamples } from "../../../workers/speech/sound/samples";
import {
  bestCorrelation,
  firstDifference,
  integratedLoudness,
  samplesOfPcm16,
  truePeakDb,
} from "../../support/audio-measure";
import { loadCodecModules } from "../../support/codec-modules";
import { decodeAllWithFfmpeg, inputOptions, loudnessByFfmpeg, probeAudio } from "../../support/ffmpeg";
import { cut, speechLike } from "../../support/speech-like";

const CODECS = { mp3: "mp3", pcm: "pcm_s16le", wav: "pcm_s16le", ulaw: "pcm_mulaw", alaw: "pcm_alaw", opus: "opus" };

let modules: CodecModules;
/** What ffmpeg says of 2.5 seconds in each format. */
const judged = new Map<
  OutputFormat,
  { streamed: Float32Array; whole: Float32Array; lufs: number; truePeakDb: number }
>();
beforeAll(async () => {
  modules = await loadCodecModules();
  const streamed = OUTPUT_FORMATS.map((format) => ({
    bytes: stream(mastered(format), format, [1234]),
    input: inputOptions(format),
  }));
  const whole = OUTPUT_FORMATS.map((format) => ({
    bytes: encodeWhole(mastered(format), format, modules),
    input: inputOptions(format),
  }));
  const decoded = decodeAllWithFfmpeg([...streamed, ...whole]);
  const loudness = loudnessByFfmpeg(whole);
  for (const [index, format] of OUTPUT_FORMATS.entries()) {
    judged.set(format, {
      streamed: decoded[index]!,
      whole: decoded[streamed.length + index]!,
      ...loudness[index]!,
    });
  }
}, 120_000);

function stream(samples: Float32Array, format: OutputFormat, lengths = [samples.length || 1]): Uint8Array {
  const encoder = createEncoder(format, modules);
  const pieces = cut(samples, lengths).map((piece) => encoder.push(piece));
  return concatBytes([...pieces, encoder.finish()]);
}

/** Speech as it leaves mastering, loud enough that the limiter works. */
function mastered(format: OutputFormat, seconds = 2.5): Float32Array {
  const key = `${format} ${seconds}`;
  const known = masteredSounds.get(key);
  if (known) return known;
  const mastering = createMastering({ outputRateHz: sampleRateOf(format), ceilingDb: ceilingDbOf(format) });
  const samples = speechLike({ seconds, sampleRateHz: 16000, seed: 7 });
  const unit = { sampleRateHz: 16000, equalizer: [], gainDb: null, speakerBoost: true };
  const sound = concatSamples([mastering.pushUnit(samples, unit), mastering.flush()]);
  masteredSounds.set(key, sound);
  return sound;
}
const masteredSounds = new Map<string, Float32Array>();

describe.each(OUTPUT_FORMATS)("%s", (format) => {
  const rate = sampleRateOf(format);
  const lossy = familyOf(format) === "mp3" || familyOf(format) === "opus";

  it("is what ffprobe expects, streamed and whole", async () => {
    const samples = mastered(format);
    const streamed = stream(samples, format, [1234]);
    const whole = completeFile(streamed, format, samples.length);
    expect(whole.length).toBe(streamed.length);
    const probed = await probeAudio(whole, inputOptions(format));
    expect(probed.codec).toBe(CODECS[familyOf(format)]);
    expect(probed.sampleRateHz).toBe(rate);
    expect(probed.channels).toBe(1);
    // ffprobe counts MP3's whole frames: at 22 and 24 kHz the codec's own delay alone is 50 ms. Players cut it by the opening frame.
    const wholeFrames = familyOf(format) === "mp3" ? (MP3_LEADING_SAMPLES + 576) / rate : 0;
    expect(Math.abs(probed.durationSeconds - 2.5)).toBeLessThan(Math.max(0.05, wholeFrames));
    // Of a stream, ffprobe could only guess MP3's length from its bytes; decoding tells.
    expect(Math.abs(judged.get(format)!.streamed.length / rate - 2.5)).toBeLessThan(0.05);
  });

  it("sounds the same after decoding, by ffmpeg and by our own decoder, in the same place", () => {
    const samples = mastered(format);
    const bytes = encodeWhole(samples, format, modules);
    const own = decodeAudio(bytes, format, modules);
    expect(own.sampleRateHz).toBe(rate);
    expect(own.samples.length).toBe(samples.length);
    const middle = (all: Float32Array) => all.subarray(rate, rate * 1.5);
    for (const decoded of [own.samples, judged.get(format)!.whole]) {
      const { lag, coefficient } = bestCorrelation(middle(samples), middle(decoded), 60);
      expect(Math.abs(decoded.length - samples.length)).toBeLessThan(0.03 * rate);
      expect(Math.abs(lag)).toBeLessThanOrEqual(1);
      expect(coefficient).toBeGreaterThan(lossy ? 0.98 : 0.9995);
    }
  });

  it("holds −16 LUFS ± 1 and stays at or below −1 dB true peak", () => {
    const samples = mastered(format);
    const bytes = encodeWhole(samples, format, modules);
    const { lufs, truePeakDb: peakDb } = judged.get(format)!;
    expect(Math.abs(lufs + 16)).toBeLessThanOrEqual(1);
    expect(peakDb).toBeLessThanOrEqual(-1);
    const decoded = decodeAudio(bytes, format, modules).samples;
    expect(truePeakDb(decoded)).toBeLessThanOrEqual(-1);
    expect(Math.abs(integratedLoudness(decoded, rate) - lufs)).toBeLessThan(0.3);
  });

  it("gives the same bytes however the samples are cut, again and again", () => {
    const samples = speechLike({ seconds: 0.4, sampleRateHz: rate, seed: 5 });
    const whole = stream(samples, format);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4000 }), { minLength: 1, maxLength: 5 }), (lengths) => {
        expect(firstDifference(stream(samples, format, lengths), whole)).toBe(-1);
      }),
      { numRuns: 4 },
    );
  });

  it("has let all of a sound out once the silence behind it is as long as it holds back", () => {
    for (const more of [0, 311, 1009, 2564, 9615]) {
      const length = Math.round(rate * 0.3) + more;
      const samples = speechLike({ seconds: 0.3 + more / rate + 0.01, sampleRateHz: rate, seed: more }).subarray(
        0,
        length,
      );
      const encoder = createEncoder(format, modules);
      const silence = new Float32Array(Math.round(holdSecondsOf(format) * rate));
      const before = concatBytes([encoder.push(samples), encoder.push(silence)]);
      const whole = concatBytes([before, encoder.finish()]);
      const heard = decodeAudio(before, format, modules).samples.subarray(0, samples.length);
      expect(heard.length).toBe(samples.length);
      expect(firstDifference(heard, decodeAudio(whole, format, modules).samples.subarray(0, samples.length))).toBe(-1);
    }
  });

  it("ends well without any sound", () => {
    const bytes = encodeWhole(new Float32Array(0), format, modules);
    if (familyOf(format) === "wav") expect(bytes.length).toBe(44);
    if (familyOf(format) === "opus") expect(decodeAudio(bytes, format, modules).samples.length).toBe(0);
  });

  it("begins early", () => {
    const encoder = createEncoder(format, modules);
    const bytes = encoder.push(speechLike({ seconds: 0.25, sampleRateHz: rate }));
    encoder.dispose();
    expect(bytes.length).toBeGreaterThan(0);
  });
});

describe("encoders", () => {
  it.each(["mp3_44100_128", "opus_48000_32"] as const)(
    "in %s take nothing more once they were given back",
    (format) => {
      const samples = speechLike({ seconds: 0.1, sampleRateHz: sampleRateOf(format) });
      for (const close of ["dispose", "finish"] as const) {
        const [encoder, other] = [createEncoder(format, modules), createEncoder(format, modules)];
        encoder.push(samples);
        encoder[close]();
        expect(() => encoder.push(samples)).toThrow("given back");
        expect(() => encoder.finish()).toThrow("given back");
        encoder.dispose();
        // Of another one in the same memory nothing is lost.
        const bytes = concatBytes([other.push(samples), other.finish()]);
        expect(firstDifference(bytes, stream(samples, format))).toBe(-1);
      }
    },
  );

  it("write the exact number of samples into Opus, whatever the length", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6000 }), (length) => {
        const bytes = stream(speechLike({ seconds: 0.125, sampleRateHz: 48000 }).subarray(0, length), "opus_48000_32");
        const view = new DataView(bytes.buffer, bytes.byteOffset);
        const lastPage = findLastPage(bytes)!;
        expect(bytes[lastPage + 5]! & 4).toBe(4);
        const preSkip = view.getUint16(28 + 10, true);
        expect(Number(view.getBigUint64(lastPage + 6, true))).toBe(preSkip + length);
        expect(decodeAudio(bytes, "opus_48000_32", modules).samples.length).toBe(length);
      }),
      { numRuns: 25 },
    );
  });

  it("give Opus whose streams are put together as the sound of all of them", () => {
    const parts = [0.3, 0.02, 0.5].map((seconds, i) => speechLike({ seconds, sampleRateHz: 48000, seed: i + 1 }));
    const files = parts.map((part) => stream(part, "opus_48000_64"));
    const apart = files.map((file) => decodeAudio(file, "opus_48000_64", modules).samples);
    const together = decodeAudio(concatBytes(files), "opus_48000_64", modules).samples;
    expect(together.length).toBe(parts.reduce((sum, part) => sum + part.length, 0));
    expect(firstDifference(together, concatSamples(apart))).toBe(-1);
  });

  it("do not let one stream touch another", () => {
    const one = speechLike({ seconds: 0.5, sampleRateHz: 44100, seed: 1 });
    const two = speechLike({ seconds: 0.5, sampleRateHz: 44100, seed: 2 });
    const alone = [stream(one, "mp3_44100_128"), stream(two, "mp3_44100_128")];
    const encoders = [createEncoder("mp3_44100_128", modules), createEncoder("mp3_44100_128", modules)];
    const pieces: Uint8Array[][] = [[], []];
    for (let at = 0; at < one.length; at += 1000) {
      pieces[0]!.push(encoders[0]!.push(one.subarray(at, at + 1000)));
      pieces[1]!.push(encoders[1]!.push(two.subarray(at, at + 1000)));
    }
    for (const n of [0, 1])
      expect(firstDifference(concatBytes([...pieces[n]!, encoders[n]!.finish()]), alone[n]!)).toBe(-1);
  });

  it("survive being given up in the middle", () => {
    const samples = speechLike({ seconds: 0.5, sampleRateHz: 48000 });
    const expected = stream(samples, "opus_48000_64");
    for (let n = 0; n < 6; n++) {
      const encoder = createEncoder("opus_48000_64", modules);
      encoder.push(samples.subarray(0, 5000 + n));
      encoder.dispose();
      encoder.dispose();
    }
    expect(firstDifference(stream(samples, "opus_48000_64"), expected)).toBe(-1);
  });
});

describe("WAV headers", () => {
  it("say nothing false about length while streaming, and the truth when whole", () => {
    const samples = speechLike({ seconds: 0.2, sampleRateHz: 24000 });
    const streamed = stream(samples, "wav_24000");
    const view = new DataView(streamed.buffer);
    expect([view.getUint32(4, true), view.getUint32(40, true)]).toEqual([0xffffffff, 0xffffffff]);
    const whole = completeFile(streamed, "wav_24000", samples.length);
    expect(new DataView(whole.buffer).getUint32(40, true)).toBe(samples.length * 2);
    expect(new DataView(whole.buffer).getUint32(4, true)).toBe(whole.length - 8);
    expect(decodeAudio(streamed, "wav_24000", modules).samples).toEqual(
      decodeAudio(whole, "wav_24000", modules).samples,
    );
  });
});

describe("decoding", () => {
  it("finds the sound of a streamed MP3 in its place, too", () => {
    for (const format of ["mp3_22050_32", "mp3_44100_128"] as const) {
      const rate = sampleRateOf(format);
      const samples = mastered(format, 1.5);
      const decoded = decodeAudio(stream(samples, format), format, modules).samples;
      const middle = (all: Float32Array) => all.subarray(rate * 0.5, rate);
      expect(bestCorrelation(middle(samples), middle(decoded), 20).lag).toBe(0);
      expect(decoded.length - samples.length).toBeLessThan(0.03 * rate);
    }
  });

  it("refuses bytes of another kind", () => {
    const noise = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919) & 255);
    for (const format of ["mp3_44100_128", "opus_48000_64", "wav_44100"] as const)
      expect(() => decodeAudio(noise, format, modules)).toThrow();
  });

  it("notices a damaged Opus page", () => {
    const bytes = stream(speechLike({ seconds: 0.5, sampleRateHz: 48000 }), "opus_48000_64").slice();
    bytes[bytes.length - 20]! ^= 1;
    expect(() => decodeAudio(bytes, "opus_48000_64", modules)).toThrow("damaged");
  });
});

describe("transcoding", () => {
  it("turns finished sound into any format, as long and as loud as before", () => {
    const samples = mastered("mp3_44100_128");
    const pcm = pcm16OfSamples(samples);
    const before = integratedLoudness(samples, 44100);
    for (const format of ["mp3_22050_32", "opus_48000_64", "ulaw_8000", "wav_48000", "pcm_16000"] as const) {
      const decoded = decodeAudio(transcode(pcm, 44100, format, modules), format, modules);
      expect(decoded.samples.length / decoded.sampleRateHz).toBeCloseTo(2.5, 3);
      expect(Math.abs(integratedLoudness(decoded.samples, decoded.sampleRateHz) - before)).toBeLessThan(0.7);
      expect(truePeakDb(decoded.samples)).toBeLessThanOrEqual(-1);
    }
  });

  it("leaves sound as it is where rate and coding are the same", () => {
    const pcm = pcm16OfSamples(mastered("pcm_44100", 1).map((value) => value * 0.5));
    expect(firstDifference(samplesOfPcm16(transcode(pcm, 44100, "pcm_44100", modules)), samplesOfPcm16(pcm))).toBe(-1);
  });
});

function findLastPage(bytes: Uint8Array): number | undefined {
  for (let at = bytes.length - 4; at >= 0; at--)
    if (String.fromCharCode(...bytes.subarray(at, at + 4)) === "OggS") return at;
  return undefined;
}
