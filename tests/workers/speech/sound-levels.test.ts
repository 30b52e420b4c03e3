import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { sampleRateOf } from "../../../workers/speech/formats";
import { readFrames } from "../../../workers/speech/frames";
import mp3 from "../../../workers/speech/generated/mp3.wasm";
import mpg123 from "../../../workers/speech/generated/mpg123.wasm";
import opus from "../../../workers/speech/generated/opus.wasm";
import type { FliteVoice, OutputFormat, SpeechService } from "../../../workers/speech/protocol";
import { completeFile, concatBytes, decodeAudio } from "../../../workers/speech/sound";
import { integratedLoudness, truePeakDb } from "../../support/audio-measure";
import { NEUTRAL_SETTINGS, speakerVoice } from "../../support/speaker-voice";

const modules = { mp3, mpg123, opus };
const speech = (exports as unknown as { default: SpeechService }).default;
const TEXTS = [
  "The river was wide, and nobody spoke.",
  "Is it raining again? I think so. We should stay inside, drink some tea, and wait until the clouds have gone.",
  "Yes! Absolutely.",
];
const FORMATS: OutputFormat[] = ["mp3_44100_128", "mp3_22050_32", "opus_48000_32", "ulaw_8000", "pcm_8000"];
/** About what brings each base voice to the target; mastering does the rest. */
const GAIN_DB: Record<FliteVoice["base"], number> = { slt: -1, rms: 2, awb: 2, kal16: 8 };

async function speak(base: FliteVoice["base"], text: string, outputFormat: OutputFormat) {
  const flite = { ...speakerVoice().flite, base, gainDb: GAIN_DB[base] };
  const stream = await speech.speak({
    requestId: "levels",
    engine: "embedded",
    modelId: "eleven_multilingual_v2",
    entries: [{ text, voice: speakerVoice({ flite }), settings: NEUTRAL_SETTINGS }],
    outputFormat,
    languageCode: "en",
    seed: 1,
    normalization: "auto",
    markup: "plain",
  });
  const pieces: Uint8Array[] = [];
  let durationSeconds = 0;
  for await (const frame of readFrames(stream)) {
    if (frame.type === "audio") pieces.push(frame.bytes);
    if (frame.type === "error") throw new Error(frame.error.message);
    if (frame.type === "summary") durationSeconds = frame.summary.durationSeconds;
  }
  return { bytes: concatBytes(pieces), durationSeconds };
}

describe("speech of the embedded voices", () => {
  it.each(["slt", "rms", "awb", "kal16"] as const)(
    "of %s is at −16 LUFS ± 1, true peaks at most −1 dB, in every coding",
    async (base) => {
      for (const text of TEXTS) {
        for (const format of FORMATS) {
          const { bytes, durationSeconds } = await speak(base, text, format);
          const rate = sampleRateOf(format);
          const samples = Math.round(durationSeconds * rate);
          const decoded = decodeAudio(completeFile(bytes, format, samples), format, modules);
          expect(decoded.samples.length).toBe(samples);
          expect(Math.abs(integratedLoudness(decoded.samples, rate) + 16)).toBeLessThanOrEqual(1);
          expect(truePeakDb(decoded.samples)).toBeLessThanOrEqual(-1);
        }
      }
    },
  );
});
