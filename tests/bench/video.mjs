import fs from "node:fs";
import http from "node:http";
import { Miniflare } from "miniflare";
import { ownWorkerds } from "../../workers/tooling/processes.mjs";
import { freePort } from "../../workers/tooling/product.mjs";
import { builtWorkers } from "../support/built-worker.mjs";
import { bytesHeld } from "./isolate-memory.mjs";
import { median, report } from "./statistics.mjs";

const ROUNDS = 3;
const RATE_HZ = 44_100;
const CLIP_SECONDS = 10;
const LONG_SECONDS = 300;
const MEGABYTE = 1024 * 1024;
const TEXT =
  "Every evening the harbour fills with lights. Small boats come home, one after another, and somebody on the pier counts them aloud. ";
/** Where a long video's memory is looked at: after the sound, in the middle of the pictures, before the file is put together. */
const LOOKS = [0.36, 0.6, 0.97];
/** Its body is the sound; what video of it is wanted it asks for. Keeps the work waiting while the isolate is looked at. */
const CALLER = `export default { async fetch(request, env) {
  const { video, looks } = await (await fetch(env.BENCH + "request")).json();
  const onProgress = async (done) => {
    if (looks.length > 0 && done >= looks[0]) await fetch(env.BENCH + "look?" + looks.shift());
  };
  return new Response(await env.MEDIA.renderVideo({ ...video, pcm: request.body }, onProgress));
} }`;

/**
 * Videos by the built media worker alone: processor time of a clip of ten seconds with every word lit, by both encoders, and
 * what the isolate holds while five minutes are made.
 *
 * @param product whose speech is shown
 */
export async function run(product) {
  const clip = await speak(product, CLIP_SECONDS);
  for (const [encoder, budget] of [
    ["moves", 1500],
    ["plain", undefined],
  ]) {
    await withMedia(encoder, async ({ render, cpuMs }) => {
      for (const shape of ["square", "portrait"]) {
        const times = [];
        let bytes = 0;
        for (let round = 0; round < ROUNDS; round++) {
          const before = cpuMs();
          bytes = (await render(clip, CLIP_SECONDS, shape)).byteLength;
          times.push(cpuMs() - before);
        }
        const name = `video: ${CLIP_SECONDS} s ${shape}, words lit, ${encoder}`;
        report(`${name}, median CPU ms`, median(times), budget && { max: budget });
        report(`${name}, KB`, bytes / 1024);
      }
    });
  }
  await withMedia("moves", async ({ render, cpuMs, held, peakMegabytes }) => {
    const before = cpuMs();
    const video = await render(repeat(clip, LONG_SECONDS), LONG_SECONDS, "portrait", LOOKS);
    report(`video: ${LONG_SECONDS} s portrait, CPU ms`, cpuMs() - before);
    report(`video: ${LONG_SECONDS} s portrait, MB`, video.byteLength / MEGABYTE);
    report("video: most held by the isolate meanwhile, MB", Math.max(...held) / MEGABYTE, { max: 128 });
    report("video: most memory of the media process, MB", peakMegabytes());
  });
}

/** A media worker in a process of its own. */
async function withMedia(encoder, use) {
  const inspectorPort = await freePort();
  const { bindings, ...media } = builtWorkers().find(({ name }) => name === "parlando-media");
  const held = [];
  let wanted;
  const server = http.createServer(async (request, response) => {
    if (request.url.startsWith("/look")) held.push(await bytesHeld(inspectorPort, media.name));
    response.end(JSON.stringify(wanted));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const others = ownWorkerds();
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    inspectorPort,
    cf: false,
    workers: [
      {
        name: "caller",
        modules: true,
        script: CALLER,
        compatibilityDate: media.compatibilityDate,
        bindings: { BENCH: `http://127.0.0.1:${server.address().port}/` },
        serviceBindings: { MEDIA: media.name },
      },
      { ...media, bindings: { ...bindings, VIDEO_ENCODER: encoder } },
    ],
  });
  try {
    const url = await miniflare.ready;
    const pid = ownWorkerds().find((one) => !others.includes(one));
    const render = async ({ pcm, words }, seconds, shape, looks = []) => {
      const speech = { text: TEXT, speakerName: "A speaker", voiceName: "Clara", durationSeconds: seconds, peaks: [] };
      const video = { theme: "light", shape, speech, words, sampleRateHz: RATE_HZ };
      wanted = { video, looks };
      const response = await fetch(url, { method: "POST", body: pcm });
      if (!response.ok) throw new Error(await response.text());
      return response.arrayBuffer();
    };
    await use({ render, held, cpuMs: () => cpuMsOf(pid), peakMegabytes: () => peakOf(pid) });
  } finally {
    await miniflare.dispose();
    server.close();
  }
}

/** Speech of the product, cut to a length, with its words. */
async function speak(product, seconds) {
  const url = `${product.url}/v1/text-to-speech/${product.voiceId}/with-timestamps?output_format=pcm_${RATE_HZ}`;
  const response = await fetch(url, {
    method: "POST",
    headers: { "xi-api-key": product.apiKey, "content-type": "application/json" },
    body: JSON.stringify({ text: TEXT.repeat(2), model_id: "eleven_multilingual_v2" }),
  });
  if (!response.ok) throw new Error(await response.text());
  const { audio_base64, alignment } = await response.json();
  const pcm = Buffer.from(audio_base64, "base64").subarray(0, seconds * RATE_HZ * 2);
  const words = [];
  for (const [i, character] of alignment.characters.entries()) {
    const [start, end] = [alignment.character_start_times_seconds[i], alignment.character_end_times_seconds[i]];
    if (start >= seconds) break;
    const isFirst = i === 0 || (alignment.characters[i - 1] === " " && character !== " ");
    if (isFirst) words.push({ text: "", startSeconds: start, endSeconds: end });
    const word = words.at(-1);
    word.text += character;
    if (character !== " ") word.endSeconds = end;
  }
  return { pcm, words };
}

function repeat({ pcm, words }, seconds) {
  const times = Math.ceil(seconds / CLIP_SECONDS);
  const shifted = (by) =>
    words.map((word) => ({ ...word, startSeconds: word.startSeconds + by, endSeconds: word.endSeconds + by }));
  return {
    pcm: Buffer.concat(Array.from({ length: times }, () => pcm)),
    words: Array.from({ length: times }, (_, i) => shifted(i * CLIP_SECONDS)).flat(),
  };
}

/** Processor time of a process so far: the fields utime and stime, in hundredths of a second. */
function cpuMsOf(pid) {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const peakOf = (pid) => Number(/^VmHWM:\s+(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
