/** F0 over time, by normalized autocorrelation within a known neighbourhood of the voice's mean. */

export interface PitchFrame {
  /** Middle of the frame, in samples. */
  at: number;
  /** Samples per period; 0 where there is no voice. */
  period: number;
}

const HOP_SECONDS = 0.005;
const VOICED_CORRELATION = 0.6;
const VOICED_ENERGY = 0.002;

export function trackPeriods(samples: Float32Array, sampleRateHz: number, meanHz: number, from = 0): PitchFrame[] {
  const shortest = Math.floor(sampleRateHz / (meanHz * 1.8));
  const longest = Math.ceil(sampleRateHz / (meanHz * 0.55));
  const size = Math.round(longest * 1.5);
  const hop = Math.round(HOP_SECONDS * sampleRateHz);
  let loudest = 0;
  const frames: { at: number; start: number; energy: number }[] = [];
  for (let start = Math.max(0, from); start + size + longest < samples.length; start += hop) {
    let energy = 0;
    for (let i = 0; i < size; i++) energy += samples[start + i]! ** 2;
    loudest = Math.max(loudest, energy);
    frames.push({ at: start + Math.round((size + longest) / 2), start, energy });
  }
  return frames.map(({ at, start, energy }) => ({
    at,
    period: energy < loudest * VOICED_ENERGY ? 0 : periodAt(samples, start, size, energy, shortest, longest),
  }));
}

function periodAt(
  samples: Float32Array,
  start: number,
  size: number,
  energy: number,
  shortest: number,
  longest: number,
): number {
  const correlations = new Float64Array(longest + 2);
  let best = 0;
  for (let lag = shortest; lag <= longest; lag++) {
    let product = 0;
    let shifted = 0;
    for (let i = 0; i < size; i++) {
      const b = samples[start + i + lag]!;
      product += samples[start + i]! * b;
      shifted += b * b;
    }
    correlations[lag] = product / Math.sqrt(energy * shifted + 1e-12);
    best = Math.max(best, correlations[lag]!);
  }
  if (best < VOICED_CORRELATION) return 0;
  // The shortest lag that is nearly as good: a multiple of the period correlates just as well.
  for (let lag = shortest + 1; lag < longest; lag++) {
    const here = correlations[lag]!;
    if (here >= best * 0.93 && here >= correlations[lag - 1]! && here >= correlations[lag + 1]!) return lag;
  }
  return 0;
}
