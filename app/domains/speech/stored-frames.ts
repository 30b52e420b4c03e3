/** A sound from storage as the frames it was made of, so that repeats and new sounds go the same way. */
import { formatFacts } from "../../../workers/speech/formats";
import type { OutputFormat, SpeechFrame, SummaryFrame, TimingFrame } from "../../../workers/speech/protocol";
import type { ObjectStorage, StoredAudio } from "../history/schema";
import type { FrameSource } from "./ports";

/** What is stored beside a sound. */
export interface StoredTimings {
  /** What each entry was spoken as. */
  languages: string[];
  frames: TimingFrame[];
}

/** Null when an object is gone from storage; the sound is then made anew. */
export async function openStoredFrames(
  storage: Pick<ObjectStorage, "get">,
  audio: StoredAudio,
  outputFormat: OutputFormat,
): Promise<FrameSource | null> {
  const [sound, timings] = await Promise.all([storage.get(audio.audioKey), storage.get(audio.timingsKey)]);
  if (!sound || !timings) return null;
  const stored = await timings.json<StoredTimings>();
  const summary: SummaryFrame = {
    durationSeconds: audio.durationMs / 1000,
    sampleRateHz: formatFacts(outputFormat).sampleRateHz,
    languages: stored.languages,
    firstUnitMs: 0,
    engineMs: 0,
    peaks: audio.peaks,
  };
  const reader = sound.body.getReader();
  return {
    frames: framesOf(reader, audio.bytes, stored.frames, summary),
    cancel: () => void reader.cancel().catch(() => {}),
  };
}

/** Each stretch's times follow its share of the bytes. */
async function* framesOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  totalBytes: number,
  timings: TimingFrame[],
  summary: SummaryFrame,
): AsyncGenerator<SpeechFrame, void, undefined> {
  const endOf = (timing: TimingFrame) =>
    (Math.max(0, ...timing.alignment.characterEndTimesSeconds.slice(-1)) / Math.max(0.001, summary.durationSeconds)) *
    totalBytes;
  let sentBytes = 0;
  let next = 0;
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      yield { type: "audio", bytes: read.value };
      sentBytes += read.value.byteLength;
      for (; next < timings.length - 1 && endOf(timings[next]!) <= sentBytes; next++) {
        yield { type: "timing", timing: timings[next]! };
      }
    }
    if (sentBytes < totalBytes) return;
    for (; next < timings.length; next++) yield { type: "timing", timing: timings[next]! };
    yield { type: "summary", summary };
  } finally {
    await reader.cancel().catch(() => {});
  }
}
