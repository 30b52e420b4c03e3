import os from "node:os";
import { measureEngine, streamSpeech } from "./requests.mjs";
import { median, report } from "./statistics.mjs";

const RUNS = 20;

/** Speech seconds per second through the whole API ÷ engine, mastering and encoder alone on as many processes. */
export async function run(product) {
  const cores = os.cpus().length;
  const alone = [];
  const api = [];
  for (let i = 0; i < RUNS; i++) {
    const before = performance.now();
    const measured = await Promise.all(Array.from({ length: cores }, () => measureEngine(product)));
    alone.push(
      (measured.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0) * 1000) / (performance.now() - before),
    );
    const started = performance.now();
    const streams = await Promise.all(Array.from({ length: cores }, () => streamSpeech(product)));
    api.push((streams.reduce((sum, { audioSeconds }) => sum + audioSeconds, 0) * 1000) / (performance.now() - started));
  }
  report("engine and encoder alone, speech seconds a second", median(alone));
  report("through the API, speech seconds a second", median(api));
  report("API ÷ engine and encoder alone", median(api) / median(alone), { min: 0.7 });
}
