import { describe, expect, test } from "vitest";
import { requireTranscodable, wantedFormat } from "../../../app/domains/history/transcoding";

describe("the format of a download", () => {
  test.each([
    [undefined, "mp3_44100_64", "mp3_44100_64"],
    [null, "opus_48000_64", "opus_48000_64"],
    ["default", "pcm_16000", "pcm_16000"],
    ["mp3", "mp3_22050_32", "mp3_22050_32"],
    ["mp3", "pcm_16000", "mp3_44100_128"],
    ["wav", "mp3_44100_128", "wav_44100"],
    ["wav", "pcm_16000", "wav_16000"],
    ["wav", "wav_8000", "wav_8000"],
    ["ulaw_8000", "mp3_44100_128", "ulaw_8000"],
  ] as const)("asked as %s of %s is %s", (asked, own, wanted) => {
    expect(wantedFormat(asked, own)).toBe(wanted);
  });

  test("that is none is refused", () => {
    expect(() => wantedFormat("mp5", "mp3_44100_128")).toThrow("mp5");
  });

  test("may be any for some minutes of sound, and only the own one for more", () => {
    const minutes = (count: number) => ({ durationMs: count * 60_000, bytes: count * 60 * 16_000 });
    expect(() => requireTranscodable(minutes(5), "mp3_44100_128", "wav_44100")).not.toThrow();
    expect(() => requireTranscodable(minutes(40), "mp3_44100_128", "wav_44100")).toThrow("longer than 5 minutes");
    expect(() => requireTranscodable(minutes(40), "mp3_44100_128", "mp3_44100_128")).not.toThrow();
    expect(() => requireTranscodable(minutes(6), "pcm_8000", "wav_48000")).toThrow();
  });
});
