import { Miniflare } from "miniflare";
import { freePort } from "../../workers/tooling/product.mjs";
import { builtWorkers } from "../support/built-worker.mjs";
import { SCRIPT_SAMPLES } from "../support/script-samples.mjs";
import { bytesHeld } from "./isolate-memory.mjs";
import { median, quantile, report } from "./statistics.mjs";

const ROUNDS = 6;
const THEMES = ["colour", "light", "dark"];
const MEGABYTE = 1024 * 1024;
const CALLER = `export default { async fetch(request, env) {
  return new Response(await env.MEDIA.renderCard(await request.json()));
} }`;

/**
 * Pictures of shared items by the built media worker alone, a text of each script: the first one of a new isolate, those
 * that follow, and what the isolate holds afterwards.
 */
export async function run() {
  const inspectorPort = await freePort();
  const media = builtWorkers().find(({ name }) => name === "parlando-media");
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
        serviceBindings: { MEDIA: media.name },
      },
      media,
    ],
  });
  try {
    const url = await miniflare.ready;
    const draw = async (text, theme) => {
      const started = performance.now();
      const response = await fetch(url, { method: "POST", body: JSON.stringify(requestFor(text, theme)) });
      if (!response.ok) throw new Error(await response.text());
      const bytes = (await response.arrayBuffer()).byteLength;
      return { ms: performance.now() - started, kilobytes: bytes / 1024 };
    };
    const texts = Object.values(SCRIPT_SAMPLES);
    const first = [];
    for (const text of texts) first.push(await draw(text, "light"));
    const warm = [];
    for (let i = 0; i < ROUNDS; i++) for (const text of texts) warm.push(await draw(text, THEMES[i % THEMES.length]));
    const times = warm.map(({ ms }) => ms);
    report("picture: first of an isolate, ms", first[0].ms);
    report("picture: first of a script, median ms", median(first.slice(1).map(({ ms }) => ms)));
    report("picture: warm, median ms", median(times), { max: 300 });
    report("picture: warm, slowest twentieth, ms", quantile(times, 0.95));
    report("picture: 5,000 characters without a space, ms", (await draw("x".repeat(5000), "dark")).ms, { max: 300 });
    report("picture: median KB", median(warm.map(({ kilobytes }) => kilobytes)));
    report("picture: held by the isolate, MB", (await bytesHeld(inspectorPort, media.name)) / MEGABYTE, { max: 128 });
  } finally {
    await miniflare.dispose();
  }
}

function requestFor(text, theme) {
  const peaks = Array.from({ length: 500 }, (_, i) => Math.round(255 * Math.abs(Math.sin(i / 9) * Math.sin(i / 61))));
  const speech = { text, speakerName: "A speaker", voiceName: "A voice", durationSeconds: 12, peaks };
  return { theme, speech };
}
