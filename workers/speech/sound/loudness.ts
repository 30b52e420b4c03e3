/**
 * Loudness by ITU-R BS.1770-4 for one channel: K-weighting, 400 ms blocks every 100 ms, an absolute gate at −70 LUFS and a
 * relative one 10 LU below the mean.
 */
import { Biquad, type BiquadCoefficients } from "./filters";

const ABSOLUTE_GATE_LUFS = -70;
const RELATIVE_GATE_LU = -10;
const HOP_SECONDS = 0.1;
const HOPS_IN_BLOCK = 4;

/** The two K-weighting filters at a sample rate, made from their analogue originals (BS.1770 gives 48 kHz only). */
function kWeighting(sampleRateHz: number): [BiquadCoefficients, BiquadCoefficients] {
  const shelf = Math.tan((Math.PI * 1681.974450955533) / sampleRateHz);
  const shelfQ = 0.7071752369554196;
  const high = 10 ** (3.999843853973347 / 20);
  const band = high ** 0.4996667741545416;
  const n = 1 + shelf / shelfQ + shelf * shelf;
  const cut = Math.tan((Math.PI * 38.13547087602444) / sampleRateHz);
  const cutQ = 0.5003270373238773;
  const m = 1 + cut / cutQ + cut * cut;
  return [
    [
      (high + (band * shelf) / shelfQ + shelf * shelf) / n,
      (2 * (shelf * shelf - high)) / n,
      (high - (band * shelf) / shelfQ + shelf * shelf) / n,
      (2 * (shelf * shelf - 1)) / n,
      (1 - shelf / shelfQ + shelf * shelf) / n,
    ],
    [1, -2, 1, (2 * (cut * cut - 1)) / m, (1 - cut / cutQ + cut * cut) / m],
  ];
}

/** Mean square of K-weighted sound as LUFS. */
export const lufsOfEnergy = (energy: number): number => -0.691 + 10 * Math.log10(energy + 1e-15);

/** Gathers K-weighted energy in hops of 100 ms; the same hops come out however the samples are cut. */
export class LoudnessMeter {
  /** Mean square of each whole hop, oldest first, at most `maximumHops`. */
  readonly hops: number[] = [];
  private readonly filters: [Biquad, Biquad];
  private readonly hopSamples: number;
  private sum = 0;
  private count = 0;

  constructor(
    sampleRateHz: number,
    private readonly maximumHops = Number.POSITIVE_INFINITY,
  ) {
    const [shelf, highpass] = kWeighting(sampleRateHz);
    this.filters = [new Biquad(shelf), new Biquad(highpass)];
    this.hopSamples = Math.round(HOP_SECONDS * sampleRateHz);
  }

  /** Samples until the hop in work is full. */
  get samplesToHop(): number {
    return this.hopSamples - this.count;
  }

  push(samples: Float32Array): void {
    const weighted = samples.slice();
    for (const filter of this.filters) filter.process(weighted);
    for (let i = 0; i < weighted.length; i++) {
      this.sum += weighted[i]! * weighted[i]!;
      if (++this.count === this.hopSamples) this.closeHop();
    }
  }

  /** Counts a hop that was cut short by the end; its silence is not part of the sound. */
  finish(): void {
    if (this.count > this.hopSamples / 4) this.closeHop();
  }

  /** LUFS of all hops held, or null when nothing is audible. */
  integrated(): number | null {
    return gatedLoudness(this.hops);
  }

  private closeHop(): void {
    this.hops.push(this.sum / this.count);
    if (this.hops.length > this.maximumHops) this.hops.shift();
    this.sum = 0;
    this.count = 0;
  }
}

/** LUFS of hops by the two gates; sound shorter than a block is one block. Null when nothing is audible. */
export function gatedLoudness(hops: readonly number[]): number | null {
  const blocks: number[] = [];
  const size = Math.min(HOPS_IN_BLOCK, hops.length);
  if (size === 0) return null;
  for (let i = 0; i + size <= hops.length; i++) {
    let sum = 0;
    for (let k = 0; k < size; k++) sum += hops[i + k]!;
    blocks.push(sum / size);
  }
  const audible = meanAbove(blocks, ABSOLUTE_GATE_LUFS);
  if (audible === null) return null;
  const gated = meanAbove(blocks, lufsOfEnergy(audible) + RELATIVE_GATE_LU);
  return gated === null ? null : lufsOfEnergy(gated);
}

function meanAbove(blocks: readonly number[], gateLufs: number): number | null {
  let [sum, count] = [0, 0];
  for (const block of blocks) {
    if (lufsOfEnergy(block) <= gateLufs) continue;
    sum += block;
    count++;
  }
  return count === 0 ? null : sum / count;
}

/**
 * LUFS of a whole sound, or null when nothing is audible. With silence around it: as it counts in a text, where blocks that
 * reach into the pauses are part of the measure.
 */
export function measureLoudness(samples: Float32Array, sampleRateHz: number, silenceAroundSeconds = 0): number | null {
  const meter = new LoudnessMeter(sampleRateHz);
  meter.push(samples);
  meter.finish();
  const silence = new Array<number>(Math.min(HOPS_IN_BLOCK - 1, Math.round(silenceAroundSeconds / HOP_SECONDS))).fill(
    0,
  );
  return gatedLoudness([...silence, ...meter.hops, ...silence]);
}
