/** Videos to make, for tests. */
import type { TimedWord, VideoRequest } from "../../workers/media/protocol";
import { pcm16OfSamples } from "./audio-measure";
import { speechLike } from "./speech-like";

export const VIDEO_RATE_HZ = 16_000;

export interface VideoWish {
  text: string;
  seconds: number;
  shape?: VideoRequest["shape"];
  theme?: VideoRequest["theme"];
  sampleRateHz?: number;
  samples?: Float32Array;
  /** Bytes of each piece of the stream; odd ones cut samples in two. */
  pieceBytes?: number;
}

/** A video whose words share its time evenly, with sound that is like speech. */
export function videoRequest(wish: VideoWish): VideoRequest {
  const { text, seconds, shape = "square", theme = "light", sampleRateHz = VIDEO_RATE_HZ, pieceBytes = 8191 } = wish;
  const samples = wish.samples ?? speechLike({ seconds, sampleRateHz });
  const speech = { text, speakerName: "Speaker", voiceName: "Voice", durationSeconds: seconds, peaks: [] };
  const pcm = streamOf(pcm16OfSamples(samples), pieceBytes);
  return { theme, shape, speech, words: evenWords(text, seconds), pcm, sampleRateHz };
}

/** Words of a text, each as long as the others. */
export function evenWords(text: string, seconds: number): TimedWord[] {
  const words = text.match(/\S+\s*/g) ?? [];
  const each = seconds / Math.max(1, words.length);
  return words.map((word, i) => ({ text: word, startSeconds: i * each, endSeconds: (i + 1) * each }));
}

export function streamOf(bytes: Uint8Array, pieceBytes: number): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + pieceBytes));
      at += pieceBytes;
    },
  });
}
