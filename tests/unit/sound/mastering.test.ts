import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { EqualizerBand } from "../../../workers/speech/protocol";
import { createMastering, type Mastering, type MasteringUnit } from "../../../workers/speech/sound";
import { concatSamples } from "../../../workers/speech/sound/samples";
import {
  bandLevelDb,
  firstDifference,
  integratedLoudness,
  largestBend,
  rms,
  truePeakDb,
} from "../../support/audio-measure";
import { cut, speechLike } from "../../support/speech-like";

const unit = (changes: Partial<MasteringUnit> = {}): MasteringUnit => ({
  sampleRateHz: 16000,
  equalizer: [],
  gainDb: 0,
  speakerBoost: true,
  ...changes,
});

function masterUnits(units: { samples: Float32Array; unit: MasteringUnit }[], outputRateHz = 44100): Float32Array {
  const mastering = createMastering({ outputRateHz });
  const pieces = units.map(({ samples, unit }) => mastering.pushUnit(samples, unit));
  return concatSamples([...pieces, mastering.flush()]);
}

function masterStream(samples: Float32Array, of: MasteringUnit, lengths = [samples.length], outputRateHz = 44100) {
  const mastering = createMastering({ outputRateHz });
  const before = mastering.beginStream(of);
  const pieces = cut(samples, lengths).map((piece) => mastering.push(piece));
  return concatSamples([before, ...pieces, mastering.flush()]);
}

/** Sentences of one voice whose levels wander as an engine's do. */
const sentences = (count: number, spreadDb: number, sampleRateHz = 16000) =>
  Array.from({ length: count }, (_, n) => {
    const samples = speechLike({ seconds: 1.2 + (n % 3) * 0.6, sampleRateHz, seed: n + 1, peak: 0.5 });
    const change = 10 ** (((n % 2 === 0 ? 1 : -1) * spreadDb) / 40);
    return samples.map((value) => value * change);
  });

describe("mastering whole units", () => {
  it("brings every text to −16 LUFS within 1, true peaks below −1 dB", () => {
    for (const count of [1, 2, 5]) {
      for (const speakerBoost of [true, false]) {
        const units = sentences(count, 4);
        const average = integratedLoudness(concatSamples(units), 16000);
        const out = masterUnits(
          units.map((samples) => ({ samples, unit: unit({ gainDb: -16 - average, speakerBoost }) })),
        );
        expect(Math.abs(integratedLoudness(out, 44100) + 16)).toBeLessThan(1);
        expect(truePeakDb(out)).toBeLessThanOrEqual(-1);
      }
    }
  });

  it("finds the level of a voice whose gain is unknown", () => {
    for (const peak of [0.05, 0.2, 0.9]) {
      const samples = speechLike({ seconds: 1.5, sampleRateHz: 24000, peak });
      const out = masterUnits([{ samples, unit: unit({ sampleRateHz: 24000, gainDb: null }) }]);
      expect(Math.abs(integratedLoudness(out, 44100) + 16)).toBeLessThan(1);
    }
  });

  it("leaves a delivery that is loud or soft on purpose", () => {
    const [samples] = sentences(1, 0);
    const level = (deliveryGainDb: number) =>
      integratedLoudness(masterUnits([{ samples: samples!, unit: unit({ deliveryGainDb, gainDb: 3 }) }]), 44100);
    expect(level(-6) - level(0)).toBeCloseTo(-6, 0);
  });

  it("never raises silence", () => {
    const out = masterUnits([{ samples: new Float32Array(16000), unit: unit({ gainDb: null }) }]);
    expect(Math.max(...out.map(Math.abs))).toBe(0);
  });

  it("gives as long as it takes, and knows its place", () => {
    const mastering = createMastering({ outputRateHz: 44100 });
    const one = mastering.pushUnit(speechLike({ seconds: 0.7, sampleRateHz: 16000 }), unit());
    expect(mastering.outputSamples).toBe(30870);
    const two = mastering.pushSilence(4410);
    expect(mastering.outputSamples).toBe(35280);
    const three = mastering.pushUnit(speechLike({ seconds: 1, sampleRateHz: 22050 }), unit({ sampleRateHz: 22050 }));
    expect(mastering.outputSamples).toBe(79380);
    const rest = mastering.flush();
    expect(one.length + two.length + three.length + rest.length).toBe(79380);
  });

  it("keeps silence between units exactly silent and in its place", () => {
    const mastering = createMastering({ outputRateHz: 44100 });
    const samples = speechLike({ seconds: 1, sampleRateHz: 16000 });
    const out = concatSamples([
      mastering.pushUnit(samples, unit()),
      mastering.pushSilence(22050),
      mastering.pushUnit(samples, unit()),
      mastering.flush(),
    ]);
    expect(rms(out, 44100, 66150)).toBe(0);
    expect(rms(out, 43000, 44100)).toBeGreaterThan(0);
    expect(rms(out, 66150, 70000)).toBeGreaterThan(0);
  });

  it("does not click where units join, even where tone, level and rate change", () => {
    const tone = (rate: number, from: number, length: number) =>
      Float32Array.from({ length }, (_, i) => 0.2 * Math.sin((2 * Math.PI * 300 * (from + i)) / rate));
    const bands: EqualizerBand[] = [{ type: "highshelf", frequencyHz: 3000, gainDb: 4, q: 0.7 }];
    const out = masterUnits([
      { samples: tone(16000, 0, 8000), unit: unit({ gainDb: 0 }) },
      { samples: tone(16000, 8000, 8000), unit: unit({ gainDb: 4, equalizer: bands }) },
      { samples: tone(16000, 16000, 8000), unit: unit({ gainDb: 0, speakerBoost: false }) },
    ]);
    const inside = largestBend(out, 4000, 20000);
    for (const join of [22050, 44100]) expect(largestBend(out, join - 500, join + 500)).toBeLessThan(inside * 1.6);
  });

  it("applies the voice's equaliser, the high-pass and the boost's presence", () => {
    const [samples] = sentences(1, 0);
    const brightness = (changes: Partial<MasteringUnit>) => {
      const out = masterUnits([{ samples: samples!, unit: unit({ speakerBoost: false, ...changes }) }]);
      return bandLevelDb(out, 44100, 3000, 7000) - bandLevelDb(out, 44100, 200, 1000);
    };
    const bands: EqualizerBand[] = [{ type: "highshelf", frequencyHz: 2500, gainDb: 6, q: 0.7 }];
    expect(brightness({ equalizer: bands }) - brightness({})).toBeGreaterThan(4);
    expect(brightness({ speakerBoost: true }) - brightness({})).toBeGreaterThan(1.5);
    const offset = samples!.map((value) => value + 0.2);
    const out = masterUnits([{ samples: offset, unit: unit() }]);
    expect(Math.abs(out.subarray(8000).reduce((sum, value) => sum + value, 0) / (out.length - 8000))).toBeLessThan(
      0.002,
    );
  });

  it("is a little louder with speaker boost", () => {
    const level = (speakerBoost: boolean) =>
      integratedLoudness(
        masterUnits(sentences(3, 2).map((samples) => ({ samples, unit: unit({ gainDb: 5, speakerBoost }) }))),
        44100,
      );
    expect(level(true)).toBeGreaterThan(level(false) + 0.2);
    expect(level(true)).toBeLessThan(level(false) + 1.5);
  });
});

describe("mastering a stream", () => {
  it("brings a text of unknown level to −16 LUFS within 1, a very short one within 1.5", () => {
    for (const [peak, seconds, within] of [
      [0.05, 2, 1.5],
      [0.3, 6, 1],
      [0.95, 15, 1],
    ] as const) {
      const samples = speechLike({ seconds, sampleRateHz: 24000, peak });
      const out = masterStream(samples, unit({ sampleRateHz: 24000, gainDb: null }));
      expect(Math.abs(integratedLoudness(out, 44100) + 16)).toBeLessThan(within);
      expect(truePeakDb(out)).toBeLessThanOrEqual(-1);
      expect(out.length).toBe(Math.round(seconds * 44100));
    }
  });

  it("follows a voice that drifts, slowly and without pumping", () => {
    const samples = speechLike({ seconds: 40, sampleRateHz: 16000, peak: 0.3 });
    const softer = samples.map((value, i) => (i > samples.length / 2 ? value * 0.5 : value));
    const out = masterStream(softer, unit({ gainDb: null }));
    const first = integratedLoudness(out.subarray(0, 44100 * 18), 44100);
    const last = integratedLoudness(out.subarray(44100 * 30), 44100);
    expect(Math.abs(first + 16)).toBeLessThan(1);
    expect(Math.abs(last + 16)).toBeLessThan(1.5);
    const gains = Array.from({ length: 39 }, (_, second) => {
      const ratio =
        rms(out, second * 44100, (second + 1) * 44100) / (rms(softer, second * 16000, (second + 1) * 16000) + 1e-9);
      return 20 * Math.log10(ratio);
    });
    for (let n = 1; n < gains.length; n++) expect(Math.abs(gains[n]! - gains[n - 1]!)).toBeLessThan(2);
  });

  it("gives the same samples however the stream is cut", () => {
    const samples = speechLike({ seconds: 1.6, sampleRateHz: 24000, peak: 0.7 });
    for (const gainDb of [null, 2]) {
      const of = unit({
        sampleRateHz: 24000,
        gainDb,
        equalizer: [{ type: "peak", frequencyHz: 900, gainDb: 3, q: 1 }],
      });
      const whole = masterStream(samples, of);
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 1, max: 9000 }), { minLength: 1, maxLength: 5 }), (lengths) => {
          expect(firstDifference(masterStream(samples, of, lengths), whole)).toBe(-1);
        }),
        { numRuns: 12 },
      );
    }
  });

  it("serves one voice after another", () => {
    const mastering: Mastering = createMastering({ outputRateHz: 24000 });
    const loud = speechLike({ seconds: 2, sampleRateHz: 24000, peak: 0.9, seed: 3 });
    const soft = speechLike({ seconds: 2, sampleRateHz: 24000, peak: 0.05, seed: 4 });
    const of = unit({ sampleRateHz: 24000, gainDb: null });
    const out = concatSamples([
      mastering.beginStream(of),
      mastering.push(loud),
      mastering.pushSilence(2400),
      mastering.beginStream(of),
      mastering.push(soft),
      mastering.flush(),
    ]);
    expect(out.length).toBe(98400);
    expect(Math.abs(integratedLoudness(out.subarray(0, 48000), 24000) + 16)).toBeLessThan(1.5);
    expect(Math.abs(integratedLoudness(out.subarray(50400), 24000) + 16)).toBeLessThan(1.5);
  });
});
