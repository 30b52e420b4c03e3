/**
 * Second-order filters for tone: the formulas of R. Bristow-Johnson's "Cookbook formulae for audio EQ biquad filter
 * coefficients", and a chain of them that may change between units of speech without a click.
 */
import type { EqualizerBand } from "../protocol";

/** b0, b1, b2, a1, a2 with a0 = 1. */
export type BiquadCoefficients = readonly [number, number, number, number, number];

/** While a chain gives way to another, both run for this long. */
const CROSSFADE_SECONDS = 0.005;

/** Coefficients of one band at a sample rate; frequencies past 0.45 of the rate are held there. */
function biquadCoefficients(band: EqualizerBand, sampleRateHz: number): BiquadCoefficients {
  const frequencyHz = Math.min(band.frequencyHz, sampleRateHz * 0.45);
  const amplitude = 10 ** (band.gainDb / 40);
  const w = (2 * Math.PI * frequencyHz) / sampleRateHz;
  const c = Math.cos(w);
  const alpha = Math.sin(w) / (2 * band.q);
  const slope = 2 * Math.sqrt(amplitude) * alpha;
  const up = amplitude + 1;
  const down = amplitude - 1;
  switch (band.type) {
    case "peak":
      return over(
        1 + alpha / amplitude,
        [1 + alpha * amplitude, -2 * c, 1 - alpha * amplitude],
        [-2 * c, 1 - alpha / amplitude],
      );
    case "highshelf":
      return over(
        up - down * c + slope,
        [amplitude * (up + down * c + slope), -2 * amplitude * (down + up * c), amplitude * (up + down * c - slope)],
        [2 * (down - up * c), up - down * c - slope],
      );
    case "lowshelf":
      return over(
        up + down * c + slope,
        [amplitude * (up - down * c + slope), 2 * amplitude * (down - up * c), amplitude * (up - down * c - slope)],
        [-2 * (down + up * c), up + down * c - slope],
      );
    case "highpass":
      return over(1 + alpha, [(1 + c) / 2, -(1 + c), (1 + c) / 2], [-2 * c, 1 - alpha]);
    case "lowpass":
      return over(1 + alpha, [(1 - c) / 2, 1 - c, (1 - c) / 2], [-2 * c, 1 - alpha]);
  }
}

function over(a0: number, b: [number, number, number], a: [number, number]): BiquadCoefficients {
  return [b[0] / a0, b[1] / a0, b[2] / a0, a[0] / a0, a[1] / a0];
}

/** One filter with its memory (transposed direct form II), working in place. */
export class Biquad {
  private s1 = 0;
  private s2 = 0;

  constructor(private readonly coefficients: BiquadCoefficients) {}

  process(samples: Float32Array): void {
    const [b0, b1, b2, a1, a2] = this.coefficients;
    let { s1, s2 } = this;
    for (let i = 0; i < samples.length; i++) {
      const x = samples[i]!;
      const y = b0 * x + s1;
      s1 = b1 * x - a1 * y + s2;
      s2 = b2 * x - a2 * y;
      samples[i] = y;
    }
    this.s1 = s1;
    this.s2 = s2;
  }
}

/** A row of bands at one sample rate, in place; `retune` fades to other bands over a few milliseconds. */
export class Equalizer {
  private key: string;
  private filters: Biquad[];
  private fading: Biquad[] | null = null;
  private faded = 0;
  private readonly fadeSamples: number;

  constructor(
    bands: readonly EqualizerBand[],
    readonly sampleRateHz: number,
  ) {
    this.key = JSON.stringify(bands);
    this.filters = this.build(bands);
    this.fadeSamples = Math.round(CROSSFADE_SECONDS * sampleRateHz);
  }

  /** Other bands from the next sample on. */
  retune(bands: readonly EqualizerBand[]): void {
    const key = JSON.stringify(bands);
    if (key === this.key) return;
    this.key = key;
    this.fading = this.filters;
    this.filters = this.build(bands);
    this.faded = 0;
  }

  process(samples: Float32Array): void {
    if (!this.fading) {
      for (const filter of this.filters) filter.process(samples);
      return;
    }
    const count = Math.min(samples.length, this.fadeSamples - this.faded);
    const old = samples.slice(0, count);
    for (const filter of this.fading) filter.process(old);
    for (const filter of this.filters) filter.process(samples);
    for (let i = 0; i < count; i++) {
      const share = (this.faded + i) / this.fadeSamples;
      samples[i] = samples[i]! * share + old[i]! * (1 - share);
    }
    this.faded += count;
    if (this.faded >= this.fadeSamples) this.fading = null;
  }

  private build(bands: readonly EqualizerBand[]): Biquad[] {
    return bands.map((band) => new Biquad(biquadCoefficients(band, this.sampleRateHz)));
  }
}
