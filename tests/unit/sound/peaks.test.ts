import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPeakMeter } from "../../../workers/speech/sound";
import { cut, speechLike } from "../../support/speech-like";

function peaksOf(samples: Float32Array, lengths = [samples.length || 1]): number[] {
  const meter = createPeakMeter();
  for (const piece of cut(samples, lengths)) meter.push(piece);
  return meter.finish();
}

describe("peaks of a stream", () => {
  it("are none for no sound", () => {
    expect(peaksOf(new Float32Array(0))).toEqual([]);
  });

  it("are at most 400 whole numbers of 0..255, and contain the highest", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300_000 }), fc.integer({ min: 0, max: 299_999 }), (length, place) => {
        const samples = new Float32Array(length);
        samples[place % length] = -0.8;
        const peaks = peaksOf(samples);
        expect(peaks.length).toBeGreaterThan(0);
        expect(peaks.length).toBeLessThanOrEqual(400);
        expect(Math.max(...peaks)).toBe(204);
        // And in its place, within one peak's width of what the merging may shift.
        const at = peaks.indexOf(204) / peaks.length;
        expect(Math.abs(at - (place % length) / length)).toBeLessThan(2 / peaks.length + 64 / length);
      }),
      { numRuns: 60 },
    );
  });

  it("hold samples past full scale at 255", () => {
    expect(peaksOf(Float32Array.of(1.5, -2))).toEqual([255]);
  });

  it("do not depend on how the sound is cut", () => {
    const samples = speechLike({ seconds: 3, sampleRateHz: 16000 });
    const whole = peaksOf(samples);
    expect(whole.length).toBeGreaterThan(200);
    expect(peaksOf(samples, [1, 999, 37])).toEqual(whole);
  });
});
