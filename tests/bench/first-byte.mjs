import os from "node:os";
import { measureEngine, streamSpeech } from "./requests.mjs";
import { median, report } from "./statistics.mjs";

/** Until both speech processes have loaded their voices and what a request runs through is compiled. */
const WARM_UPS = 30;
/** How many streams are begun at once, how often, and how often the engine is measured before each time. */
const ROUNDS = [
  { streams: 1, rounds: 31, engineRuns: 1 },
  { streams: 8, rounds: 20, engineRuns: 2 },
  { streams: 32, rounds: 20, engineRuns: 2 },
];

/**
 * First audio byte ÷ the engine's own first clause; with N streams on C cores, ÷ N/C first clauses in turn. Both are
 * measured by turns, as the speed of a machine may change by half within a minute.
 */
export async function run(product) {
  for (let i = 0; i < WARM_UPS; i++) await streamSpeech(product);
  for (const { streams, rounds, engineRuns } of ROUNDS) {
    const clauses = [];
    const firsts = [];
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < engineRuns; i++) clauses.push((await measureEngine(product)).firstUnitMs);
      const batch = await Promise.all(Array.from({ length: streams }, () => streamSpeech(product)));
      firsts.push(...batch.map(({ firstByteMs }) => firstByteMs));
    }
    const turns = Math.max(1, streams / os.cpus().length);
    report(`engine's own first clause, before each ${streams} streams, ms (median)`, median(clauses));
    report(`first byte, ${streams} streams, ms (median)`, median(firsts), streams === 1 ? { max: 150 } : undefined);
    report(
      `first byte ÷ ${turns} first clauses in turn, ${streams} streams`,
      median(firsts) / (median(clauses) * turns),
      {
        max: 1.5,
      },
    );
  }
}
