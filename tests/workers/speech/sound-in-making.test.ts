import { describe, expect, it } from "vitest";
import { formatFacts } from "../../../workers/speech/formats";
import { readFrames } from "../../../workers/speech/frames";
import type { OutputFormat, SpeakRequest } from "../../../workers/speech/protocol";
import { concatBytes } from "../../../workers/speech/sound";
import { samplesOfPcm16 } from "../../support/audio-measure";
import { say, service, speakRequest } from "./synthesis-service";

const TEXTS = ["One here. ", "Two is there. ", "And three, ", "which goes on. "];
const AFTER = ["silence", "more", "more", undefined] as const;

/** All of a sound made by several requests, and where each of them was when it had ended. */
async function make(
  format: OutputFormat,
  texts: string[] = TEXTS,
  after: readonly SpeakRequest["followedBy"][] = AFTER,
) {
  using sound = await service.openSound(format);
  const pieces: Uint8Array[] = [];
  const ends: { bytes: number; seconds: number }[] = [];
  let [bytes, seconds] = [0, 0];
  for (const [i, text] of texts.entries()) {
    let timedSeconds = 0;
    const request = { ...speakRequest(text, { format }), followedBy: after[i] };
    for await (const frame of readFrames(await sound.speak(request))) {
      if (frame.type === "error") throw new Error(frame.error.message);
      if (frame.type === "audio") pieces.push(frame.bytes);
      if (frame.type === "timing") timedSeconds = frame.timing.alignment.characterEndTimesSeconds.at(-1)!;
      if (frame.type === "summary") {
        expect(Math.abs(frame.summary.durationSeconds - timedSeconds)).toBeLessThan(0.001);
        seconds += frame.summary.durationSeconds;
      }
    }
    bytes = pieces.reduce((sum, piece) => sum + piece.byteLength, 0);
    ends.push({ bytes, seconds });
  }
  pieces.push(await sound.finish());
  return { whole: concatBytes(pieces), ends, seconds };
}

async function decoded(bytes: Uint8Array, format: OutputFormat): Promise<Float32Array> {
  return samplesOfPcm16((await service.decode(bytes, format)).pcm);
}

describe.each(["mp3_44100_128", "mp3_22050_32", "opus_48000_32", "pcm_16000", "wav_24000", "ulaw_8000"] as const)(
  "a sound of several requests in %s",
  (format) => {
    const { sampleRateHz, family } = formatFacts(format);

    it("is one file, as long as its times", async () => {
      const { whole, seconds } = await make(format);
      const text = new TextDecoder("latin1").decode(whole);
      const openings = { mp3: "Info", opus: "OpusHead", wav: "RIFF" } as Record<string, string>;
      if (openings[family]) expect(text.split(openings[family]!)).toHaveLength(2);
      const samples = await decoded(whole, format);
      expect(Math.abs(samples.length / sampleRateHz - seconds)).toBeLessThan(0.06);
    });

    it("has all out that was said before a silence", async () => {
      const { whole, ends } = await make(format, TEXTS.slice(0, 2), ["silence", undefined]);
      const [first] = ends;
      const before = await decoded(whole.slice(0, first!.bytes), format);
      const all = await decoded(whole, format);
      // The sentence's own pause is longer than anything held back.
      const said = Math.round((first!.seconds - 0.3) * sampleRateHz);
      expect(before.length).toBeGreaterThan(said);
      expect(before.subarray(0, said)).toEqual(all.subarray(0, said));
    });
  },
);

describe("a sound of several requests", () => {
  it("sounds like one request: the pauses of its punctuation, and nothing that shows where it joins", async () => {
    const { whole, seconds } = await make("pcm_16000");
    const samples = samplesOfPcm16(whole);
    const alone = await say(TEXTS.join(""));
    expect(Math.abs(seconds - alone.summary.durationSeconds)).toBeLessThan(0.25);
    const steepest = (sound: Float32Array) =>
      sound.reduce((most, sample, i) => Math.max(most, Math.abs(sample - (sound[i - 1] ?? 0))), 0);
    expect(steepest(samples)).toBeLessThan(steepest(alone.samples) * 1.1);
  });

  it("lets half a sentence out before a silence, and adds none where more comes at once", async () => {
    const [waiting, going] = await Promise.all([
      make("mp3_44100_128", ["Half of", "it."], ["silence", undefined]),
      make("mp3_44100_128", ["Half of", "it."], ["more", undefined]),
    ]);
    const said = Math.round(going.ends[0]!.seconds * 44_100);
    const before = await decoded(waiting.whole.slice(0, waiting.ends[0]!.bytes), "mp3_44100_128");
    const all = await decoded(waiting.whole, "mp3_44100_128");
    expect(before.length).toBeGreaterThan(said);
    expect(before.subarray(0, said)).toEqual(all.subarray(0, said));
    expect(waiting.ends[0]!.seconds - going.ends[0]!.seconds).toBeGreaterThan(0.1);
  });

  it.each(["mp3_44100_32", "opus_48000_32"] as const)("lets out in %s what more was to follow", async (format) => {
    using sound = await service.openSound(format);
    const pieces: Uint8Array[] = [];
    let seconds = 0;
    const request = { ...speakRequest("A very last thing to boast ", { format }), followedBy: "more" as const };
    for await (const frame of readFrames(await sound.speak(request))) {
      if (frame.type === "audio") pieces.push(frame.bytes);
      if (frame.type === "summary") seconds = frame.summary.durationSeconds;
    }
    const pause = await sound.pause();
    const before = concatBytes([...pieces, pause.bytes]);
    const whole = concatBytes([before, await sound.finish()]);
    const said = Math.floor(seconds * formatFacts(format).sampleRateHz);
    const [heard, all] = [await decoded(before, format), await decoded(whole, format)];
    expect(heard.length).toBeGreaterThanOrEqual(said);
    expect(heard.subarray(0, said)).toEqual(all.subarray(0, said));
    expect(Math.abs(all.length / formatFacts(format).sampleRateHz - seconds - pause.seconds)).toBeLessThan(0.06);
  });

  it("harms no other one when it is let go of in the middle", async () => {
    const undisturbed = await make("mp3_44100_128");
    const left = await service.openSound("mp3_44100_128");
    const request = speakRequest("It is left in the middle of a sentence. ".repeat(30), { format: "mp3_44100_128" });
    const reader = (await left.speak(request)).getReader();
    await reader.read();
    left[Symbol.dispose]();
    const making = make("mp3_44100_128");
    // The stream is read on for a while, so that its production goes on beside the other one's.
    for (let i = 0; i < 40; i++) await reader.read();
    const { whole } = await making;
    void reader.cancel().catch(() => {});
    expect(whole).toEqual(undisturbed.whole);
    expect((await make("mp3_44100_128")).whole).toEqual(undisturbed.whole);
  });
});
