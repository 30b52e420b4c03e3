import fs from "node:fs";
import path from "node:path";
import { freePort, startProduct } from "../../workers/tooling/product.mjs";
import { bytesHeld } from "./isolate-memory.mjs";
import { streamSpeech, timeGet } from "./requests.mjs";
import { report } from "./statistics.mjs";

const REQUESTS = 1000;
const MEGABYTE = 1024 * 1024;

/**
 * What each worker's isolate holds after 1,000 requests, against the 128 MB of a deployed one, and whether that grows; and
 * the memory of its process before a collection: V8 collects late where there is plenty, and the site's process simulates
 * the platform's storage, queue and objects too. On a product of its own.
 */
export async function run() {
  const firstPort = await freePort();
  const environment = { DEMO_TIER: "enterprise", PARLANDO_INSPECTOR_PORT: String(firstPort) };
  const { starter, info } = await startProduct({ environment });
  try {
    const parts = partsOf(info, firstPort);
    const measure = async (name) => {
      await burst(info, name, REQUESTS / 2);
      const processes = parts.map(({ pid }) => megabytesOf(pid));
      const held = [];
      for (const { port, worker } of parts) held.push((await bytesHeld(port, worker)) / MEGABYTE);
      return parts.map((_, i) => ({ ...processes[i], held: held[i] }));
    };
    const half = await measure("First");
    const full = await measure("Second");
    for (const [i, { name }] of parts.entries()) {
      report(`${name}: held by the isolate after ${REQUESTS} requests, MB`, full[i].held, { max: 128 });
      report(`${name}: held, growth over the last half`, full[i].held / half[i].held, { max: 1.1 });
      report(`${name}: process, private MB`, full[i].private);
      report(`${name}: process, resident MB`, full[i].resident);
    }
  } finally {
    await starter.stop();
  }
}

/** The processes in the order in which they were started; each has its inspector on the next port. */
function partsOf(product, firstPort) {
  const { workerd } = JSON.parse(fs.readFileSync(path.join(product.state, "server.json"), "utf8"));
  const speech = Array.from({ length: workerd.length - 2 }, (_, i) => (i === 0 ? "speech" : `speech-${i}`));
  return [...speech, "media", "app"].map((name, i) => ({
    name,
    worker: name === "app" ? "parlando" : `parlando-${name}`,
    pid: workerd[i],
    port: firstPort + i,
  }));
}

/** @param name makes the texts new, so that none is answered from storage */
async function burst(product, name, requests) {
  for (let i = 0; i < requests; i += 4) {
    await Promise.all([
      streamSpeech(product, `${name} request ${i}.`),
      streamSpeech(product, `${name} and ${i + 1}.`),
      timeGet(product, "/text-to-speech"),
      timeGet(product, "/v1/models", { headers: { "xi-api-key": product.apiKey } }),
    ]);
  }
}

function megabytesOf(pid) {
  const map = fs.readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  const of = (field) => Number(new RegExp(`^${field}:\\s+(\\d+)`, "m").exec(map)?.[1] ?? 0) / 1024;
  return { resident: of("Rss"), private: of("Private_Clean") + of("Private_Dirty") };
}
