/**
 * Raises the voice at the end of a question, for an engine that ends every sentence falling. Pitch-synchronous overlap and add
 * (Moulines & Charpentier, 1990): periods are moved closer together, so that pitch rises while formants and length stay.
 */
import { type PitchFrame, trackPeriods } from "./pitch-track";

const RISE_SECONDS = 0.35;
/** How far back to look for the last voiced sound. */
const SEARCH_SECONDS = 1.2;
/** Voiced frames closer than this belong together. */
const BRIDGE_SECONDS = 0.02;

export function withQuestionRise(
  samples: Float32Array,
  sampleRateHz: number,
  meanHz: number,
  semitones: number,
): Float32Array {
  const from = Math.max(0, samples.length - Math.round(SEARCH_SECONDS * sampleRateHz));
  const frames = trackPeriods(samples, sampleRateHz, meanHz, from).filter(({ period }) => period > 0);
  const last = frames.at(-1);
  if (!last) return samples;
  const riseEnd = last.at;
  const riseStart = riseEnd - RISE_SECONDS * sampleRateHz;
  const factorAt = (at: number) => {
    const share = Math.min(1, Math.max(0, (at - riseStart) / (riseEnd - riseStart)));
    // The rise begins gently and is steepest at the end, as speakers do it.
    return 2 ** ((semitones * share ** 1.5) / 12);
  };
  const out = samples.slice();
  for (const stretch of voicedStretches(frames, BRIDGE_SECONDS * sampleRateHz)) {
    if (stretch.at(-1)!.at > riseStart) shiftStretch(samples, out, stretch, factorAt, riseStart);
  }
  return out;
}

function voicedStretches(frames: readonly PitchFrame[], bridge: number): PitchFrame[][] {
  const stretches: PitchFrame[][] = [];
  for (const frame of frames) {
    const current = stretches.at(-1);
    if (current && frame.at - current.at(-1)!.at <= bridge) current.push(frame);
    else stretches.push([frame]);
  }
  return stretches.filter((stretch) => stretch.length >= 3);
}

function shiftStretch(
  samples: Float32Array,
  out: Float32Array,
  stretch: readonly PitchFrame[],
  factorAt: (at: number) => number,
  riseStart: number,
): void {
  const first = stretch[0]!;
  const last = stretch.at(-1)!;
  const begin = Math.max(first.at - first.period, Math.round(riseStart));
  const end = Math.min(samples.length - 1, last.at + 2 * last.period);
  const periodAt = (at: number) => nearest(stretch, at).period;
  const marks = pitchMarks(samples, begin, end, periodAt);
  if (marks.length < 3) return;

  const low = marks[0]!;
  const high = marks.at(-1)!;
  const sum = new Float64Array(high - low + 1);
  const weight = new Float64Array(high - low + 1);
  let analysis = 0;
  for (let at = low; at <= high; ) {
    while (analysis + 1 < marks.length && Math.abs(marks[analysis + 1]! - at) <= Math.abs(marks[analysis]! - at))
      analysis++;
    const mark = marks[analysis]!;
    const period = periodAt(mark);
    for (let i = -period; i <= period; i++) {
      const to = Math.round(at) + i - low;
      if (to < 0 || to >= sum.length) continue;
      const gain = 0.5 + 0.5 * Math.cos((Math.PI * i) / period);
      sum[to]! += gain * (samples[mark + i] ?? 0);
      weight[to]! += gain;
    }
    at += period / factorAt(at);
  }
  // Blend over one period at each end, so that the moved part meets the untouched one without a step.
  const blend = Math.max(1, Math.min(periodAt(low), Math.floor(sum.length / 2)));
  for (let i = 0; i < sum.length; i++) {
    if (weight[i]! < 0.1) continue;
    const share = Math.min(1, i / blend, (sum.length - 1 - i) / blend);
    out[low + i] = (1 - share) * samples[low + i]! + share * (sum[i]! / Math.max(1, weight[i]!));
  }
}

/** One mark a period, each at its period's strongest moment. */
function pitchMarks(samples: Float32Array, begin: number, end: number, periodAt: (at: number) => number): number[] {
  const marks = [strongest(samples, begin, begin + periodAt(begin))];
  for (;;) {
    const previous = marks.at(-1)!;
    const period = periodAt(previous);
    const from = previous + Math.round(period * 0.8);
    const to = previous + Math.round(period * 1.2);
    if (to >= end) return marks;
    marks.push(strongest(samples, from, to));
  }
}

function strongest(samples: Float32Array, from: number, to: number): number {
  let best = from;
  for (let i = from; i <= to; i++) if ((samples[i] ?? 0) > (samples[best] ?? 0)) best = i;
  return best;
}

function nearest(frames: readonly PitchFrame[], at: number): PitchFrame {
  let best = frames[0]!;
  for (const frame of frames) if (Math.abs(frame.at - at) < Math.abs(best.at - at)) best = frame;
  return best;
}
