import v8 from "node:v8";
import vm from "node:vm";
import { expect, it } from "vitest";
import { renderVideo } from "../../../workers/media/video/render-video";
import { pcm16OfSamples } from "../../support/audio-measure";
import { boxAt, numbersOf } from "../../support/mp4-boxes";
import { speechLike } from "../../support/speech-like";
import { evenWords, VIDEO_RATE_HZ, videoRequest } from "../../support/video-requests";
import { videoTools } from "../../support/video-tools";

const MINUTES = 5;
const SECONDS = MINUTES * 60;
const SENTENCE = "Small boats come home, one after another, and somebody on the pier counts them aloud. ";
/** A deployed worker has 128, and its fonts and programs have their share. */
const MOST_MEGABYTES = 90;

/** Bytes that are in use, memories of WebAssembly included. */
function bytesInUse(): number {
  v8.setFlagsFromString("--expose-gc");
  (vm.runInNewContext("gc") as () => void)();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

it("five minutes of speech are made in bounded memory", async () => {
  const tools = await videoTools();
  const minute = pcm16OfSamples(speechLike({ seconds: 60, sampleRateHz: VIDEO_RATE_HZ }));
  // As much as is asked for, so that only what the video keeps is kept.
  let sent = 0;
  const pcm = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (sent === MINUTES * 60) return controller.close();
        const second = (sent++ % 60) * VIDEO_RATE_HZ * 2;
        controller.enqueue(minute.slice(second, second + VIDEO_RATE_HZ * 2));
      },
    },
    { highWaterMark: 0 },
  );
  const text = SENTENCE.repeat(50);
  const request = { ...videoRequest({ text, seconds: SECONDS, shape: "portrait", samples: new Float32Array(1) }), pcm };
  const before = bytesInUse();
  let most = 0;
  let looked = 0;
  const report = (done: number) => {
    if (done < looked + 0.1) return;
    looked = done;
    most = Math.max(most, bytesInUse() - before);
  };
  const mp4 = await renderVideo({ ...request, words: evenWords(text, SECONDS) }, report, tools);
  expect(most / 2 ** 20).toBeLessThan(MOST_MEGABYTES);
  // It crosses to the site in one piece.
  expect(mp4.length / 2 ** 20).toBeLessThan(30);
  const [, duration] = numbersOf(boxAt(mp4, "moov/trak/edts/elst"), 4);
  expect(duration! / VIDEO_RATE_HZ).toBe(SECONDS);
}, 120_000);
