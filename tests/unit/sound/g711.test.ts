import { describe, expect, it } from "vitest";
import { alawOfSample, sampleOfAlaw, sampleOfUlaw, ulawOfSample } from "../../../workers/speech/sound/g711";
import { pcm16OfSamples } from "../../../workers/speech/sound/samples";
import { decodeWithFfmpeg } from "../../support/ffmpeg";

const codes = Array.from({ length: 256 }, (_, code) => code);
const samples = Array.from({ length: 65536 }, (_, i) => i - 32768);

describe("µ-law and A-law", () => {
  it("decode and encode every code back to itself", () => {
    // µ-law has two zeros; the negative one becomes the positive.
    expect(codes.map((code) => ulawOfSample(sampleOfUlaw(code)))).toEqual(
      codes.map((code) => (code === 127 ? 255 : code)),
    );
    expect(codes.map((code) => alawOfSample(sampleOfAlaw(code)))).toEqual(codes);
  });

  it("decode as the standard's tables do", () => {
    const bytes = Uint8Array.from(codes);
    for (const [name, decode] of [
      ["mulaw", sampleOfUlaw],
      ["alaw", sampleOfAlaw],
    ] as const) {
      const reference = decodeWithFfmpeg(bytes, ["-f", name, "-ar", "8000", "-ac", "1"]);
      expect([...reference].map((value) => Math.round(value * 32768))).toEqual(codes.map((code) => decode(code)));
    }
  });

  it("stay within the step of the segment for every sample", () => {
    for (const sample of samples) {
      const allowed = Math.max(16, Math.abs(sample) / 16);
      expect(Math.abs(sampleOfAlaw(alawOfSample(sample)) - sample)).toBeLessThanOrEqual(allowed);
      const clipped = Math.max(-32635, Math.min(32635, sample));
      expect(Math.abs(sampleOfUlaw(ulawOfSample(sample)) - clipped)).toBeLessThanOrEqual(allowed);
    }
  });

  it("never turn a louder sample into a softer one", () => {
    for (let i = 1; i < samples.length; i++) {
      expect(sampleOfUlaw(ulawOfSample(samples[i]!))).toBeGreaterThanOrEqual(
        sampleOfUlaw(ulawOfSample(samples[i - 1]!)),
      );
      expect(sampleOfAlaw(alawOfSample(samples[i]!))).toBeGreaterThanOrEqual(
        sampleOfAlaw(alawOfSample(samples[i - 1]!)),
      );
    }
  });
});

describe("16-bit samples", () => {
  it("hold what lies outside at the edge", () => {
    const bytes = pcm16OfSamples(Float32Array.of(0, 1, -1, 2, -2, 0.5));
    expect([...new Int16Array(bytes.buffer)]).toEqual([0, 32767, -32768, 32767, -32768, 16384]);
  });
});
