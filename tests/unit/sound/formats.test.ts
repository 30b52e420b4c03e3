import { describe, expect, it } from "vitest";
import {
  bytesPerSecondOf,
  contentTypeOf,
  extensionOf,
  familyOf,
  isOutputFormat,
  sampleRateOf,
} from "../../../workers/speech/formats";
import { OUTPUT_FORMATS } from "../../../workers/speech/protocol";

describe("output formats", () => {
  it("name their family, rate and type", () => {
    expect(familyOf("mp3_44100_128")).toBe("mp3");
    expect(sampleRateOf("mp3_22050_32")).toBe(22050);
    expect(contentTypeOf("mp3_44100_128")).toBe("audio/mpeg");
    expect(contentTypeOf("opus_48000_64")).toBe("audio/ogg");
    expect(extensionOf("opus_48000_64")).toBe("opus");
    expect(extensionOf("wav_44100")).toBe("wav");
  });

  it("know their byte rate", () => {
    expect(bytesPerSecondOf("mp3_44100_128")).toBe(16000);
    expect(bytesPerSecondOf("pcm_24000")).toBe(48000);
    expect(bytesPerSecondOf("ulaw_8000")).toBe(8000);
  });

  it("all have a rate, a type and an extension", () => {
    for (const format of OUTPUT_FORMATS) {
      expect(sampleRateOf(format)).toBeGreaterThanOrEqual(8000);
      expect(contentTypeOf(format)).toMatch(/^audio\//);
      expect(extensionOf(format)).toMatch(/^[a-z0-9]+$/);
      expect(Number.isFinite(bytesPerSecondOf(format))).toBe(true);
    }
  });

  it("are told from other words", () => {
    expect(isOutputFormat("mp3_44100_128")).toBe(true);
    expect(isOutputFormat("mp3_44100_129")).toBe(false);
    expect(isOutputFormat("toString")).toBe(false);
  });
});
