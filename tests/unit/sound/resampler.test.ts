import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Resampler, resampleWhole } from "../../../workers/speech/sound";
import { concatSamples } from "../../../workers/speech/sound/samples";
import { firstDifference, measureTone, rms } from "../../support/audio-measure";
import { cut, speechLike } from "../../support/speech-like";

const tone = (hz: number, sampleRateHz: number, seconds = 1) =>
  Float32Array.from(
    { length: sampleRateHz * seconds },
    (_, i) => 0.5 * Math.sin((2 * Math.PI * hz * i) / sampleRateHz),
  );

describe("the resampler", () => {
  it.each([
    [16000, 44100],
    [16000, 22050],
    [16000, 24000],
    [22050, 44100],
    [22050, 48000],
    [8000, 16000],
    [24000, 44100],
    [44100, 8000],
    [48000, 22050],
  ])("passes tones from %i to %i Hz flat and clean", (fromHz, toHz) => {
    const band = Math.min(fromHz, toHz) / 2;
    for (const share of [0.05, 0.3, 0.6, 0.85]) {
      const hz = Math.round(band * share);
      const output = resampleWhole(tone(hz, fromHz), fromHz, toHz);
      const { amplitude, restDb } = measureTone(output.subarray(toHz / 10, (toHz * 9) / 10), toHz, hz);
      expect(Math.abs(20 * Math.log10(amplitude / 0.5))).toBeLessThan(0.1);
      expect(restDb).toBeLessThan(-75);
    }
  });

  it("keeps out what the lower rate cannot carry", () => {
    const output = resampleWhole(tone(6000, 44100), 44100, 8000);
    expect(20 * Math.log10(rms(output, 800, 7200))).toBeLessThan(-70);
  });

  it("keeps sound in its place, without delay", () => {
    const input = new Float32Array(1600);
    input[800] = 1;
    const output = resampleWhole(input, 16000, 48000);
    const highest = output.reduce((best, value, i) => (value > output[best]! ? i : best), 0);
    expect(highest).toBe(2400);
  });

  it("gives as much time as it takes", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 5000 }),
        fc.constantFrom(8000, 16000, 22050, 24000),
        fc.constantFrom(8000, 16000, 22050, 24000, 32000, 44100, 48000),
        (length, fromHz, toHz) => {
          const output = resampleWhole(new Float32Array(length), fromHz, toHz);
          expect(output.length).toBe(Math.round((length * toHz) / fromHz));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("gives the same samples however its input is cut", () => {
    const input = speechLike({ seconds: 0.5, sampleRateHz: 16000 });
    const whole = resampleWhole(input, 16000, 44100);
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 3000 }), { minLength: 1, maxLength: 6 }), (lengths) => {
        const resampler = new Resampler(16000, 44100);
        const pieces = cut(input, lengths).map((piece) => resampler.push(piece));
        expect(firstDifference(concatSamples([...pieces, resampler.flush()]), whole)).toBe(-1);
      }),
      { numRuns: 20 },
    );
  });
});
