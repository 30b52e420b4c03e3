import { expect, it } from "vitest";
import { playableSound } from "~/player/playable-sound";
import { readWav } from "../../../workers/speech/sound/wav";

const sound = new Blob([Uint8Array.from({ length: 480 }, (_, i) => i)], { type: "audio/pcm" });

it("gives samples without a header one that tells their rate, and keeps each of them", async () => {
  const playable = playableSound(sound, "pcm_24000");
  expect(playable.type).toBe("audio/wav");
  const { sampleRateHz, data } = readWav(new Uint8Array(await playable.arrayBuffer()));
  expect(sampleRateHz).toBe(24_000);
  expect(data).toEqual(new Uint8Array(await sound.arrayBuffer()));
});

it.each([
  ["alaw_8000", 6],
  ["ulaw_8000", 7],
])("tells of %s that a sample is 8 bits, by its coding's number %i", async (format, coding) => {
  const header = new DataView(await playableSound(sound, format).arrayBuffer(), 0, 44);
  expect(header.getUint16(20, true)).toBe(coding);
  expect([header.getUint32(24, true), header.getUint32(28, true), header.getUint16(34, true)]).toEqual([8000, 8000, 8]);
  expect(header.getUint32(40, true)).toBe(480);
});

it.each(["mp3_44100_128", "wav_44100", "opus_48000_64", "", "of_another_time"])(
  "leaves a sound of %o as it is",
  (format) => {
    expect(playableSound(sound, format)).toBe(sound);
  },
);
