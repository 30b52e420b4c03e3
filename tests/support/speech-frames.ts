/** Frames of speech for tests: a stretch of text lasts 50 ms a character. */
import type { SpeechFrame, SummaryFrame, TimingFrame } from "../../workers/speech/protocol";

const SECONDS_PER_CHARACTER = 0.05;

export function timingFrame(text: string, entryIndex = 0, startSeconds = 0): TimingFrame {
  const characters = Array.from(text);
  const alignment = {
    characters,
    characterStartTimesSeconds: characters.map((_, i) => startSeconds + i * SECONDS_PER_CHARACTER),
    characterEndTimesSeconds: characters.map((_, i) => startSeconds + (i + 1) * SECONDS_PER_CHARACTER),
  };
  return { entryIndex, alignment, normalizedAlignment: alignment };
}

export function summaryFrame(durationSeconds: number): SummaryFrame {
  return {
    durationSeconds,
    sampleRateHz: 44_100,
    languages: ["en"],
    firstUnitMs: 1,
    engineMs: 1,
    peaks: [0, 128, 255],
  };
}

/** All frames of some stretches of text: for each its sound (`bytesPerStretch`), then its times; then the summary. */
export function framesOfStretches(
  stretches: string[],
  bytesPerStretch = 100,
  entryOf = (_index: number) => 0,
): SpeechFrame[] {
  let startSeconds = 0;
  const frames: SpeechFrame[] = [];
  for (const [i, stretch] of stretches.entries()) {
    frames.push({ type: "audio", bytes: new Uint8Array(bytesPerStretch).fill(i + 1) });
    frames.push({ type: "timing", timing: timingFrame(stretch, entryOf(i), startSeconds) });
    startSeconds += Array.from(stretch).length * SECONDS_PER_CHARACTER;
  }
  frames.push({ type: "summary", summary: summaryFrame(startSeconds) });
  return frames;
}
