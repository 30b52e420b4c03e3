import { describe, expect, it } from "vitest";
import { sampleRateOf } from "../../../workers/speech/formats";
import mp3 from "../../../workers/speech/generated/mp3.wasm";
import mpg123 from "../../../workers/speech/generated/mpg123.wasm";
import opus from "../../../workers/speech/generated/opus.wasm";
import { OUTPUT_FORMATS } from "../../../workers/speech/protocol";
import {
  concatBytes,
  concatSamples,
  createEncoder,
  createMastering,
  decodeAudio,
  pcm16OfSamples,
  transcode,
} from "../../../workers/speech/sound";
import { bestCorrelation, integratedLoudness, truePeakDb } from "../../support/audio-measure";
import { speechLike } from "../../support/speech-like";

const modules = { mp3, opus, mpg123 };

describe("finished sound inside the worker", () => {
  it("is mastered, encoded and decoded in every format", () => {
    for (const format of OUTPUT_FORMATS) {
      const rate = sampleRateOf(format);
      const mastering = createMastering({ outputRateHz: rate });
      const unit = { sampleRateHz: 16000, equalizer: [], gainDb: null, speakerBoost: true };
      const samples = concatSamples([
        mastering.pushUnit(speechLike({ seconds: 1.2, sampleRateHz: 16000 }), unit),
        mastering.flush(),
      ]);
      expect(Math.abs(integratedLoudness(samples, rate) + 16)).toBeLessThan(1);
      expect(truePeakDb(samples)).toBeLessThanOrEqual(-1);
      const encoder = createEncoder(format, modules);
      const bytes = concatBytes([encoder.push(samples), encoder.finish()]);
      const decoded = decodeAudio(bytes, format, modules);
      expect(decoded.sampleRateHz).toBe(rate);
      const middle = (all: Float32Array) => all.subarray(rate * 0.4, rate * 0.8);
      expect(bestCorrelation(middle(samples), middle(decoded.samples), 4).coefficient).toBeGreaterThan(0.97);
    }
  });

  it("is turned into another format", () => {
    const pcm = pcm16OfSamples(speechLike({ seconds: 0.5, sampleRateHz: 44100 }));
    const file = transcode(pcm, 44100, "mp3_22050_32", modules);
    expect(decodeAudio(file, "mp3_22050_32", modules).samples.length).toBe(11025);
  });
});
