import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Limiter } from "../../../workers/speech/sound/limiter";
import { concatSamples } from "../../../workers/speech/sound/samples";
import { firstDifference, largestBend, truePeakDb } from "../../support/audio-measure";
import { cut, seededRandom, speechLike } from "../../support/speech-like";

const RATE = 44100;

function limit(samples: Float32Array, ceilingDb = -1.3, lengths = [samples.length || 1]): Float32Array {
  const limiter = new Limiter(RATE, ceilingDb);
  const pieces = cut(samples, lengths).map((piece) => limiter.push(piece));
  return concatSamples([...pieces, limiter.flush()]);
}

describe("the limiter", () => {
  it("keeps true peaks of loud speech at the ceiling", () => {
    for (const seed of [1, 2, 3]) {
      const limited = limit(speechLike({ seconds: 2, sampleRateHz: RATE, seed, peak: 3 }));
      expect(truePeakDb(limited)).toBeLessThanOrEqual(-1.2);
      expect(truePeakDb(limited)).toBeGreaterThan(-2.5);
    }
  });

  it("sees peaks that lie between samples", () => {
    // A tone at a quarter of the rate, sampled off its tops: samples reach 0.71 of the true peak.
    const tone = Float32Array.from({ length: RATE / 2 }, (_, i) => 1.2 * Math.sin((Math.PI / 2) * i + Math.PI / 4));
    expect(Math.max(...tone)).toBeLessThan(10 ** (-1.3 / 20));
    expect(truePeakDb(limit(tone))).toBeLessThanOrEqual(-1.2);
  });

  it("leaves sound below the ceiling exactly as it is", () => {
    const quiet = speechLike({ seconds: 1, sampleRateHz: RATE, peak: 0.6 });
    expect(firstDifference(limit(quiet), quiet)).toBe(-1);
  });

  it("comes back to exactly the input after a loud moment", () => {
    const samples = speechLike({ seconds: 2, sampleRateHz: RATE, peak: 0.5 });
    for (let i = 10000; i < 10100; i++) samples[i]! *= 8;
    const limited = limit(samples);
    expect(firstDifference(limited.subarray(RATE * 1.5), samples.subarray(RATE * 1.5))).toBe(-1);
  });

  it("changes gain without a click", () => {
    const tone = Float32Array.from(
      { length: RATE },
      (_, i) => (i > RATE / 2 ? 3 : 0.8) * Math.sin((2 * Math.PI * 200 * i) / RATE),
    );
    // The step itself stands at a zero crossing; the gain must not bend the wave more than the tone does.
    expect(largestBend(limit(tone), RATE / 2 + 100)).toBeLessThan(largestBend(tone, RATE / 2 + 100) * 1.1);
  });

  it("never passes the ceiling at a sample, keeps the length, and does not depend on the cuts", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2 ** 31 }),
        fc.integer({ min: 0, max: 3000 }),
        fc.double({ min: 0.1, max: 6, noNaN: true }),
        fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 }),
        (seed, length, size, lengths) => {
          const random = seededRandom(seed);
          const samples = Float32Array.from({ length }, () => (random() * 2 - 1) * size * (random() < 0.1 ? 1 : 0.2));
          const limited = limit(samples);
          expect(limited.length).toBe(length);
          for (const value of limited) expect(Math.abs(value)).toBeLessThanOrEqual(10 ** (-1.3 / 20) + 1e-6);
          expect(firstDifference(limit(samples, -1.3, lengths), limited)).toBe(-1);
        },
      ),
      { numRuns: 60 },
    );
  });
});
