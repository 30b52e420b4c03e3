import { streamSpeech, timeGet } from "./requests.mjs";
import { median, quantile, report } from "./statistics.mjs";

const RUNS = 200;
const CONCURRENCY = 8;

/** Pages a second against an empty page of the same worker, and a page's p95 while eight streams run. */
export async function run(product) {
  await rate(product, "/dev/empty", 40);
  await rate(product, "/text-to-speech", 40);
  const empty = [];
  const page = [];
  for (let i = 0; i < 20; i++) {
    empty.push(await rate(product, "/dev/empty", 40));
    page.push(await rate(product, "/text-to-speech", 40));
  }
  report("empty page, requests a second (median)", median(empty));
  report("/text-to-speech, requests a second (median)", median(page));
  report("page ÷ empty page", median(page) / median(empty), { min: 0.7 });

  const idle = await latencies(product);
  let streaming = true;
  const streams = Array.from({ length: 8 }, async () => {
    while (streaming) await streamSpeech(product);
  });
  const busy = await latencies(product);
  streaming = false;
  await Promise.all(streams);
  report("page p95, idle, ms", quantile(idle, 0.95));
  report("page p95, 8 streams running, ms", quantile(busy, 0.95));
  report("page p95 busy ÷ idle", quantile(busy, 0.95) / quantile(idle, 0.95), { max: 2 });
}

async function rate(product, path, requests) {
  const started = performance.now();
  let left = requests;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (left-- > 0) await timeGet(product, path);
    }),
  );
  return (requests * 1000) / (performance.now() - started);
}

async function latencies(product) {
  const values = [];
  for (let i = 0; i < RUNS; i++) {
    values.push(await timeGet(product, "/text-to-speech"));
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return values;
}
