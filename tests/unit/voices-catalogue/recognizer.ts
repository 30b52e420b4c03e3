/** English speech recognition by Debian's pocketsphinx, and how far what it hears is from what was said. */
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { wavFile } from "../../../workers/speech/sound";

const run = promisify(execFile);
/**
 * It searches less widely than it could, which takes a third off the time, and hears a little less: how many of a sound's nearest
 * Gaussians are weighed, and how many states and words are followed at a time.
 */
const SEARCH = ["-topn", "2", "-maxhmmpf", "4000", "-maxwpf", "20"];

/**
 * Words heard in mono samples at 16 kHz, those of the first utterance left out: on it the recogniser finds the voice's level and
 * spectrum.
 */
export async function recognizeWords(samples: Float32Array): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), "recognize-"));
  try {
    const file = path.join(folder, "speech.wav");
    await writeFile(file, wavFile(samples, 16_000));
    const options = ["-infile", file, "-logfn", "/dev/null", ...SEARCH];
    const { stdout } = await run("pocketsphinx_continuous", options).catch((error) => {
      if (error.code !== "ENOENT") throw error;
      throw new Error("pocketsphinx_continuous is missing: apt-get install pocketsphinx pocketsphinx-en-us");
    });
    return wordsIn(stdout.split("\n").slice(1).join(" "));
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const wordsIn = (text: string): string[] => text.toLowerCase().match(/[a-z']+/g) ?? [];

/** Fewest insertions, deletions and substitutions that turn one sequence of words into the other. */
export function wordErrors(said: readonly string[], heard: readonly string[]): number {
  let previous = Array.from({ length: heard.length + 1 }, (_, j) => j);
  for (const [i, word] of said.entries()) {
    const current = [i + 1];
    for (const [j, other] of heard.entries()) {
      current.push(Math.min(previous[j + 1]! + 1, current[j]! + 1, previous[j]! + Number(word !== other)));
    }
    previous = current;
  }
  return previous[heard.length]!;
}
