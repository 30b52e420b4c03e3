import os from "node:os";
import { measureEngine, streamSpeech } from "./requests.mjs";
import { median, report } from "./statistics.mjs";

const PARALLEL = [1, 8, 32];
const RUNS = 21;

/** First audio byte ÷ the engine's own first clause; with N streams on C cores, ÷ N/C first clauses in turn. */
export async function run(product) {
  for (let i = 0; i < 4; i++) await streamSpeech(product);
  const engine = [];
  for (let i = 0; i < RUNS; i++) engine.push((await measureEngine(product)).firstUnitMs);
  const clauseMs = median(engine);
  report("engine's own first clause, ms (median)", clauseMs);
  for (const streams of PARALLEL) {
    const firsts = [];
    while (firsts.length < RUNS) {
      const batch = await Promise.all(Array.from({ length: streams }, () => streamSpeech(product)));
      firsts.push(...batch.map(({ firstByteMs }) => firstByteMs));
    }
    const turns = Math.max(1, streams / os.cpus().length);
    report(`first byte, ${streams} streams, ms (median)`, median(firsts), streams === 1 ? { max: 150 } : undefined);
    report(`first byte ÷ ${turns} first clauses in turn, ${streams} streams`, median(firsts) / (clauseMs * turns), {
      max: 1.5,
    });
  }
}
