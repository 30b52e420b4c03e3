import fs from "node:fs";
import path from "node:path";
import { streamSpeech, timeGet } from "./requests.mjs";
import { report } from "./statistics.mjs";

const REQUESTS = 1000;

/** Resident memory of each process after 1,000 requests; flat means no growth over the last half. */
export async function run(product) {
  const { pid } = product;
  const read = () => Object.fromEntries(workerd(pid, product.state).map((child) => [child, residentMegabytes(child)]));
  await burst(product, REQUESTS / 2);
  const half = read();
  await burst(product, REQUESTS / 2);
  const full = read();
  for (const child of Object.keys(full)) {
    report(`process ${child}, MB after ${REQUESTS} requests`, full[child]);
    report(`process ${child}, growth over the last half`, full[child] / half[child], { max: 1.1 });
  }
}

async function burst(product, requests) {
  for (let i = 0; i < requests; i += 4) {
    await Promise.all([
      streamSpeech(product, `Request ${i}.`),
      streamSpeech(product, `And ${i + 1}.`),
      timeGet(product, "/text-to-speech"),
      timeGet(product, "/v1/models", { headers: { "xi-api-key": product.apiKey } }),
    ]);
  }
}

function workerd(_pid, state) {
  return JSON.parse(fs.readFileSync(path.join(state, "server.json"), "utf8")).workerd;
}

function residentMegabytes(pid) {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}
