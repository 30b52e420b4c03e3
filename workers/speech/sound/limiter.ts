/**
 * Look-ahead limiter for true peaks: no sample, and no point between samples, passes the ceiling. The gain needed at each
 * sample is held over the look-ahead by a sliding minimum (monotone queue), released slowly, and smoothed by a moving
 * average as long as the look-ahead, which keeps it at or below the need at every sample. Constant work a sample.
 */

const LOOKAHEAD_SECONDS = 0.0015;
const RELEASE_SECONDS = 0.06;
/** Interpolated points between two samples, and the samples each is made from. */
const POINTS = 3;
const TAPS = 12;

/** Windowed-sinc rows for 1/4, 2/4 and 3/4 between the two middle taps. */
const interpolation = new Float64Array(POINTS * TAPS);
/** An interpolated point is at most this many times the largest sample around it. */
let overshoot = 1;
for (let p = 0; p < POINTS; p++) {
  let [sum, size] = [0, 0];
  for (let k = 0; k < TAPS; k++) {
    const distance = k - TAPS / 2 + 1 - (p + 1) / (POINTS + 1);
    const value = (Math.sin(Math.PI * distance) / (Math.PI * distance)) * Math.cos((Math.PI * distance) / TAPS) ** 2;
    interpolation[p * TAPS + k] = value;
    sum += value;
  }
  for (let k = 0; k < TAPS; k++) {
    interpolation[p * TAPS + k]! /= sum;
    size += Math.abs(interpolation[p * TAPS + k]!);
  }
  overshoot = Math.max(overshoot, size);
}

export class Limiter {
  private readonly ceiling: number;
  /** Below this a sample can raise no point over the ceiling. */
  private readonly quiet: number;
  private readonly lookahead: number;
  private readonly releaseFactor: number;
  /** The last samples, for interpolation: a ring of twice the taps, written in both halves so that reads are in a row. */
  private readonly recent = new Float32Array(TAPS * 2);
  private recentAt = 0;
  private loudFor = 0;
  /** Samples waiting for their gain. */
  private readonly delay: Float32Array;
  private delayAt = 0;
  /** Gain needed by the newest interpolated pair's later sample so far. */
  private carriedNeed = 1;
  private readonly queueNeed: Float64Array;
  private readonly queueAt: Float64Array;
  private queueHead = 0;
  private queueSize = 0;
  private held = 1;
  private readonly window: Float64Array;
  private windowAt = 0;
  private windowSum: number;
  private reduced = 0;
  private clock = 0;

  /** `ceilingDb` in dB true peak, below zero. */
  constructor(sampleRateHz: number, ceilingDb: number) {
    this.ceiling = 10 ** (ceilingDb / 20);
    this.quiet = this.ceiling / overshoot;
    this.lookahead = Math.max(1, Math.round(LOOKAHEAD_SECONDS * sampleRateHz));
    this.releaseFactor = Math.exp(-1 / (RELEASE_SECONDS * sampleRateHz));
    this.delay = new Float32Array(this.latency);
    this.queueNeed = new Float64Array(this.lookahead + 2);
    this.queueAt = new Float64Array(this.lookahead + 2);
    this.window = new Float64Array(this.lookahead + 1).fill(1);
    this.windowSum = this.window.length;
  }

  /** Samples between input and output inside; `push` and `flush` hide it. */
  private get latency(): number {
    return this.lookahead + TAPS / 2;
  }

  /** The samples whose gain is settled. */
  push(samples: Float32Array): Float32Array {
    const skip = Math.min(samples.length, Math.max(0, this.latency - this.clock));
    const out = new Float32Array(samples.length - skip);
    for (let i = 0; i < samples.length; i++) {
      const value = this.step(samples[i]!);
      if (i >= skip) out[i - skip] = value;
    }
    return out;
  }

  /** The rest, so that as much comes out as went in. Nothing may be pushed after it. */
  flush(): Float32Array {
    return this.push(new Float32Array(this.latency));
  }

  /** Takes one sample, gives the one `latency` before it. */
  private step(sample: number): number {
    const { recent } = this;
    recent[this.recentAt] = sample;
    recent[this.recentAt + TAPS] = sample;
    this.recentAt = this.recentAt + 1 === TAPS ? 0 : this.recentAt + 1;
    this.loudFor = Math.abs(sample) > this.quiet ? TAPS : this.loudFor - 1;

    // The point of interest is the left of the two middle taps; points between it and its right neighbour touch both.
    let need = this.carriedNeed;
    this.carriedNeed = 1;
    if (this.loudFor > 0) {
      const base = this.recentAt;
      const middle = Math.abs(recent[base + TAPS / 2 - 1]!);
      if (middle > this.ceiling) need = Math.min(need, this.ceiling / middle);
      let between = 0;
      for (let p = 0; p < POINTS * TAPS; p += TAPS) {
        let sum = 0;
        for (let k = 0; k < TAPS; k++) sum += recent[base + k]! * interpolation[p + k]!;
        between = Math.max(between, Math.abs(sum));
      }
      if (between > this.ceiling) {
        this.carriedNeed = this.ceiling / between;
        need = Math.min(need, this.carriedNeed);
      }
    }
    const gain = this.smooth(this.slidingMinimum(need));
    const delayed = this.delay[this.delayAt]!;
    this.delay[this.delayAt] = sample;
    this.delayAt = this.delayAt + 1 === this.delay.length ? 0 : this.delayAt + 1;
    return delayed * gain;
  }

  /** Smallest need of the newest `lookahead + 1` samples. */
  private slidingMinimum(need: number): number {
    const { queueNeed, queueAt } = this;
    const size = queueNeed.length;
    const now = this.clock++;
    while (this.queueSize > 0 && queueNeed[(this.queueHead + this.queueSize - 1) % size]! >= need) this.queueSize--;
    const tail = (this.queueHead + this.queueSize) % size;
    queueNeed[tail] = need;
    queueAt[tail] = now;
    this.queueSize++;
    if (queueAt[this.queueHead]! < now - this.lookahead) {
      this.queueHead = (this.queueHead + 1) % size;
      this.queueSize--;
    }
    return queueNeed[this.queueHead]!;
  }

  /** Slow release, then a moving average over the look-ahead. */
  private smooth(minimum: number): number {
    const released = 1 - (1 - this.held) * this.releaseFactor;
    this.held = Math.min(minimum, released > 0.999999 ? 1 : released);
    const oldest = this.window[this.windowAt]!;
    this.window[this.windowAt] = this.held;
    this.windowAt = this.windowAt + 1 === this.window.length ? 0 : this.windowAt + 1;
    this.windowSum += this.held - oldest;
    this.reduced += Number(this.held < 1) - Number(oldest < 1);
    // Exact again whenever nothing is reduced, so that rounding never piles up.
    if (this.reduced === 0) this.windowSum = this.window.length;
    return this.windowSum / this.window.length;
  }
}
