/**
 * Times of characters for engines that tell none: an estimate, and marked as one wherever it goes. Letters share the time in
 * which there is speech, by weight; silences belong to nobody; where the text has as many inner stops as the sound has clear pauses, each
 * stop is pinned to its pause. Words are typically some 100 ms off.
 */
import type { Alignment } from "../../speech/protocol";

const FRAME_SECONDS = 0.01;
/** Speech is what comes within this of the loudest frame. */
const SPEECH_BELOW_PEAK_DB = 35;
/** A pause that a stop in the text makes. */
const PAUSE_SECONDS = 0.16;
const STOPS = /[.,;:!?…。、，；：！？]/u;
const SPOKEN = /[\p{L}\p{N}\p{M}]/u;
/** Characters that stand for a syllable or more. */
const SYLLABIC = /[\p{Script=Han}\p{Script=Hangul}\p{Script=Hiragana}\p{Script=Katakana}\p{N}]/u;

/** Level of a sound in frames of 10 ms, gathered while it streams by. */
export class SpeechEnvelope {
  private readonly levels: number[] = [];
  private sum = 0;
  private count = 0;
  private seconds = 0;

  push(samples: Float32Array, sampleRateHz: number): void {
    const frame = Math.round(FRAME_SECONDS * sampleRateHz);
    this.seconds += samples.length / sampleRateHz;
    for (let i = 0; i < samples.length; i++) {
      this.sum += samples[i]! * samples[i]!;
      if (++this.count < frame) continue;
      this.levels.push(10 * Math.log10(this.sum / frame + 1e-12));
      this.sum = 0;
      this.count = 0;
    }
  }

  get durationSeconds(): number {
    return this.seconds;
  }

  /** Stretches of speech, in frames, parted by pauses. */
  stretches(): { from: number; to: number }[] {
    const threshold = Math.max(
      -60,
      this.levels.reduce((most, level) => Math.max(most, level), -120) - SPEECH_BELOW_PEAK_DB,
    );
    const stretches: { from: number; to: number }[] = [];
    for (const [n, level] of this.levels.entries()) {
      if (level < threshold) continue;
      const last = stretches.at(-1);
      if (last && n - last.to < PAUSE_SECONDS / FRAME_SECONDS) last.to = n + 1;
      else stretches.push({ from: n, to: n + 1 });
    }
    return stretches;
  }
}

/** Estimated times for every character of `text` over the sound heard. */
export function estimateTimes(text: string, envelope: SpeechEnvelope): Alignment {
  const characters = Array.from(text);
  const stretches = envelope.stretches();
  const starts: number[] = [];
  const ends: number[] = [];
  if (stretches.length === 0) {
    // Nothing audible: all characters at the end of it.
    const end = envelope.durationSeconds;
    return {
      characters,
      characterStartTimesSeconds: characters.map(() => end),
      characterEndTimesSeconds: characters.map(() => end),
    };
  }
  const clauses = clausesOf(characters);
  const groups =
    clauses.length === stretches.length
      ? clauses.map((clause, n) => ({ clause, stretches: [stretches[n]!] }))
      : [{ clause: { from: 0, to: characters.length }, stretches }];
  for (const { clause, stretches: own } of groups) {
    const weights = characters.slice(clause.from, clause.to).map(weightOf);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    let passed = 0;
    for (const weight of weights) {
      starts.push(placeIn(own, total === 0 ? 0 : passed / total, false));
      passed += weight;
      ends.push(placeIn(own, total === 0 ? 0 : passed / total, weight > 0));
    }
  }
  // Characters without a sound of their own take no time.
  for (let i = 0; i < starts.length; i++) ends[i] = Math.max(starts[i]!, ends[i]!);
  return { characters, characterStartTimesSeconds: starts, characterEndTimesSeconds: ends };
}

/** Seconds at which a share of all speech is over. At the border of two stretches, `atEnd` tells which side. */
function placeIn(stretches: readonly { from: number; to: number }[], share: number, atEnd: boolean): number {
  const frames = stretches.reduce((sum, { from, to }) => sum + to - from, 0);
  let left = share * frames;
  for (const [n, { from, to }] of stretches.entries()) {
    const length = to - from;
    const last = n === stretches.length - 1;
    if (left < length - 1e-9 || last || (atEnd && left <= length + 1e-9))
      return (from + Math.min(left, length)) * FRAME_SECONDS;
    left -= length;
  }
  return 0;
}

/** Stretches of characters that end behind a stop followed by white space; each holds something spoken. */
function clausesOf(characters: readonly string[]): { from: number; to: number }[] {
  const clauses: { from: number; to: number }[] = [];
  let from = 0;
  let spoken = false;
  for (let i = 0; i < characters.length; i++) {
    spoken ||= SPOKEN.test(characters[i]!);
    const wide = /[。、，；：！？]/u.test(characters[i]!);
    const ends = STOPS.test(characters[i]!) && (wide || /\s/u.test(characters[i + 1] ?? " "));
    if (!ends || !spoken) continue;
    clauses.push({ from, to: i + 1 });
    from = i + 1;
    spoken = false;
  }
  if (from < characters.length) {
    if (spoken || clauses.length === 0) clauses.push({ from, to: characters.length });
    else clauses.at(-1)!.to = characters.length;
  }
  return clauses;
}

function weightOf(character: string): number {
  if (SYLLABIC.test(character)) return 2.5;
  if (SPOKEN.test(character)) return 1;
  return /\s/u.test(character) ? 0.2 : 0;
}
