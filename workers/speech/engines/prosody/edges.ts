/** Units without the silence engines put around them, with short fades, so that they join without clicks. */

export const LEAD_SECONDS = 0.015;
export const TRAIL_SECONDS = 0.03;
const FADE_SECONDS = 0.005;
const FRAME_SECONDS = 0.005;
/** Below the unit's peak; quieter than any consonant, louder than a vocoder's own noise. */
const SILENT_DB = -45;

/** Where sound begins and ends, in samples; null if there is none. */
export function soundBounds(samples: Float32Array, sampleRateHz: number): { start: number; end: number } | null {
  let peak = 0;
  for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
  if (peak < 1e-4) return null;
  const frame = Math.max(1, Math.round(FRAME_SECONDS * sampleRateHz));
  const threshold = (peak * 10 ** (SILENT_DB / 20)) ** 2 * frame;
  let start = 0;
  while (start + frame < samples.length && energy(samples, start, start + frame) < threshold) start += frame;
  let end = samples.length;
  while (end - frame > start && energy(samples, end - frame, end) < threshold) end -= frame;
  return { start, end };
}

/**
 * The stretch between two moments with 15 ms before and 30 ms after it (silence where the sound is too short), faded in
 * and out.
 * @returns the samples, and by how much later times of the original are in them (mostly negative)
 */
export function cutOut(
  samples: Float32Array,
  sampleRateHz: number,
  bounds: { start: number; end: number },
): { samples: Float32Array; shiftSeconds: number } {
  const from = bounds.start - Math.round(LEAD_SECONDS * sampleRateHz);
  const to = bounds.end + Math.round(TRAIL_SECONDS * sampleRateHz);
  const out = new Float32Array(to - from);
  const firstKept = Math.max(0, from);
  const kept = samples.subarray(firstKept, Math.min(samples.length, to));
  out.set(kept, firstKept - from);
  const fade = Math.min(Math.round(FADE_SECONDS * sampleRateHz), Math.floor(kept.length / 2));
  const first = firstKept - from;
  const last = first + kept.length - 1;
  for (let i = 0; i < fade; i++) {
    const gain = 0.5 - 0.5 * Math.cos((Math.PI * i) / fade);
    out[first + i]! *= gain;
    out[last - i]! *= gain;
  }
  return { samples: out, shiftSeconds: -from / sampleRateHz };
}

/** Below the peak of the stretch: a breath or a vocoder's noise, not yet a word. */
const ONSET_DB = -26;

/** The first moment from which sound is heard between two moments, in seconds; the first of them if it is never quiet. */
export function onsetBetween(
  samples: Float32Array,
  sampleRateHz: number,
  fromSeconds: number,
  toSeconds: number,
): number {
  const frame = Math.max(1, Math.round(FRAME_SECONDS * sampleRateHz));
  const from = Math.max(0, Math.round(fromSeconds * sampleRateHz));
  const to = Math.min(samples.length, Math.round(toSeconds * sampleRateHz));
  let loudest = 0;
  for (let at = from; at + frame <= to; at += frame) loudest = Math.max(loudest, energy(samples, at, at + frame));
  for (let at = from; at + frame <= to; at += frame) {
    if (energy(samples, at, at + frame) >= loudest * 10 ** (ONSET_DB / 10)) return at / sampleRateHz;
  }
  return fromSeconds;
}

function energy(samples: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let i = from; i < to; i++) sum += samples[i]! * samples[i]!;
  return sum;
}
