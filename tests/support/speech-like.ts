/**
 * Sound with the make-up of speech, from a seed: voiced syllables of a buzzing source through three resonances, hisses between
 * them, short silences, a pitch that falls over the sentence. For tests of levels and codecs, where words do not matter.
 */

/** Whole numbers of 0..2³² in a row that the seed decides. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0 || 1;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface SpeechLikeOptions {
  seconds: number;
  sampleRateHz: number;
  seed?: number;
  pitchHz?: number;
  /** Highest sample. */
  peak?: number;
}

export function speechLike({
  seconds,
  sampleRateHz,
  seed = 1,
  pitchHz = 120,
  peak = 0.4,
}: SpeechLikeOptions): Float32Array {
  const random = seededRandom(seed);
  const samples = new Float32Array(Math.round(seconds * sampleRateHz));
  let at = Math.round(0.02 * sampleRateHz);
  let phase = 0;
  while (at < samples.length) {
    const voiced = random() < 0.75;
    const length = Math.round((voiced ? 0.12 + 0.12 * random() : 0.05 + 0.06 * random()) * sampleRateHz);
    const strength = (voiced ? 1 : 0.15) * (0.6 + 0.4 * random());
    const resonances = voiced
      ? [300 + 500 * random(), 900 + 1300 * random(), 2300 + 600 * random()]
      : [3000 + 1500 * random()];
    const filters = resonances.map((hz) =>
      resonator(Math.min(hz, sampleRateHz * 0.4), voiced ? 90 : 1200, sampleRateHz),
    );
    for (let i = 0; i < length && at + i < samples.length; i++) {
      const envelope = Math.sin((Math.PI * i) / length) ** 0.6;
      const glide =
        pitchHz * (1.1 - 0.25 * ((at + i) / samples.length)) * (1 + 0.04 * Math.sin(i / (0.03 * sampleRateHz)));
      phase += glide / sampleRateHz;
      const pulse = phase >= 1 ? 1 : 0;
      phase %= 1;
      const source = voiced ? pulse + 0.01 * (random() - 0.5) : random() - 0.5;
      let value = 0;
      for (const [n, filter] of filters.entries()) value += filter(source) / (n + 1);
      samples[at + i]! += value * envelope * strength;
    }
    at += length + (random() < 0.12 ? Math.round((0.08 + 0.2 * random()) * sampleRateHz) : 0);
  }
  const highest = samples.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
  // The end fades, as speech does.
  const fade = Math.round(0.02 * sampleRateHz);
  for (let i = 0; i < fade; i++) samples[samples.length - 1 - i]! *= i / fade;
  return samples.map((value) => (value / highest) * peak);
}

function resonator(frequencyHz: number, bandwidthHz: number, sampleRateHz: number): (input: number) => number {
  const radius = Math.exp((-Math.PI * bandwidthHz) / sampleRateHz);
  const a1 = 2 * radius * Math.cos((2 * Math.PI * frequencyHz) / sampleRateHz);
  const a2 = -radius * radius;
  let [y1, y2] = [0, 0];
  return (input) => {
    const output = input * (1 - radius) + a1 * y1 + a2 * y2;
    [y2, y1] = [y1, output];
    return output;
  };
}

/** Array cut into pieces of the given lengths, over and over. */
export function cut<T extends { length: number; subarray(from: number, to?: number): T }>(
  whole: T,
  lengths: number[],
): T[] {
  const pieces: T[] = [];
  for (let at = 0, n = 0; at < whole.length; n++) {
    const length = Math.max(1, lengths[n % lengths.length] ?? whole.length);
    pieces.push(whole.subarray(at, at + length));
    at += length;
  }
  return pieces;
}
