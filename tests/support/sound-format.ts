/** Whether a sound is what its output format says, by ffprobe. */
import { expect } from "vitest";
import { contentTypeOf, familyOf, sampleRateOf } from "../../workers/speech/formats";
import type { OutputFormat } from "../../workers/speech/protocol";
import { inputOptions, probeAudio } from "./ffmpeg";

const CODECS = {
  mp3: "mp3",
  pcm: "pcm_s16le",
  wav: "pcm_s16le",
  ulaw: "pcm_mulaw",
  alaw: "pcm_alaw",
  opus: "opus",
};

/** Expects a whole answer that says two words or so. */
export async function expectSoundIn(format: OutputFormat, response: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get("content-type")).toBe(contentTypeOf(format));
  const sound = await probeAudio(new Uint8Array(await response.arrayBuffer()), inputOptions(format));
  expect(sound.codec).toBe(CODECS[familyOf(format)]);
  expect(sound.sampleRateHz).toBe(sampleRateOf(format));
  expect(sound.durationSeconds).toBeGreaterThan(0.3);
  expect(sound.durationSeconds).toBeLessThan(3);
}
