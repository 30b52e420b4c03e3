/**
 * From an engine's samples to finished ones: tone of the voice, high-pass, level, sample rate, true-peak limit. One
 * mastering serves a whole text; its state runs on across units, so nothing clicks where they join. The result is as
 * long as the input, without delay, and depends on the samples alone, never on how they were cut into pushes.
 */
import type { EqualizerBand } from "../protocol";
import { Equalizer } from "./filters";
import { LevelFollower, TARGET_LUFS } from "./level-follower";
import { Limiter } from "./limiter";
import { measureLoudness } from "./loudness";
import { Resampler } from "./resampler";

/** Rumble and DC under the voice; flite's and eSpeak's output both carry a little. */
const HIGHPASS: EqualizerBand = { type: "highpass", frequencyHz: 40, gainDb: 0, q: Math.SQRT1_2 };
/** Speaker boost: presence, and a little loudness that stays well within ±1 LU of the target. */
const PRESENCE: EqualizerBand[] = [
  { type: "peak", frequencyHz: 2800, gainDb: 2.5, q: 0.8 },
  { type: "highshelf", frequencyHz: 5000, gainDb: 1.5, q: Math.SQRT1_2 },
];
const BOOSTED_LU = 0.4;
const UNBOOSTED_LU = -0.2;
/** A unit heard in advance is brought this share of the way to the target: sentences keep a little of their own weight. */
const UNIT_SHARE = 0.85;
/** How far a unit may be moved from its voice's own gain, and from an unknown one. */
const UNIT_RANGE_DB = 9;
const UNKNOWN_RANGE_DB = 30;
/** Limiting harder than this would be heard. */
const MOST_MAKEUP_DB = 1.5;
/** Gain changes between units within this time, in the silence around the join. */
const GLIDE_SECONDS = 0.01;

export interface MasteringOptions {
  outputRateHz: number;
  /** Highest true peak. Codecs that overshoot need more room; see `ceilingDbOf`. */
  ceilingDb?: number;
}

/** What the next samples are: a unit of one voice. */
export interface MasteringUnit {
  sampleRateHz: number;
  equalizer: readonly EqualizerBand[];
  /**
   * Gain that brings the voice to −16 LUFS on average; null where it is unknown (engines outside), so that the level is
   * found from the sound itself.
   */
  gainDb: number | null;
  speakerBoost: boolean;
  /** Louder or softer on purpose (delivery tags); levelling leaves it standing. */
  deliveryGainDb?: number;
}

export function createMastering(options: MasteringOptions): Mastering {
  return new Mastering(options);
}

export class Mastering {
  private readonly ceilingDb: number;
  private readonly limiter: Limiter;
  private unit: MasteringUnit | null = null;
  private equalizer: Equalizer | null = null;
  private resampler: Resampler | null = null;
  private follower: LevelFollower | null = null;
  /** Amplitude factor of the last sample, and the one it glides to. */
  private factor = 1;
  private targetFactor = 1;
  private glideLeft = 0;
  private started = false;
  /** Output samples of stretches that have ended, and input samples of the one in work. */
  private settledSamples = 0;
  private unitSamples = 0;
  /** Silence since the last unit. */
  private pauseSeconds = 0;

  constructor(private readonly options: MasteringOptions) {
    this.ceilingDb = options.ceilingDb ?? -1.3;
    this.limiter = new Limiter(options.outputRateHz, this.ceilingDb);
  }

  /**
   * A whole unit at once, as the embedded engines make them: its loudness is measured before it is levelled, so that
   * even one short sentence is right from its first sample.
   */
  pushUnit(samples: Float32Array, unit: MasteringUnit): Float32Array {
    return this.pushUnitInParts(samples, unit, samples.length).reduce((before, part) => join(before, part()), EMPTY);
  }

  /**
   * As `pushUnit`, but most of the work is left to the parts, so that the first sound of a unit can be on its way while the rest is
   * still to be done. Every part is to be called, in order, before anything else is pushed.
   * @param firstSamples input samples of the first part; the second has the rest
   */
  pushUnitInParts(samples: Float32Array, unit: MasteringUnit, firstSamples: number): (() => Float32Array)[] {
    const before = join(this.endStream(), this.begin(unit));
    const toned = this.tone(samples);
    const loudness = measureLoudness(toned, unit.sampleRateHz, this.pauseSeconds);
    this.pauseSeconds = 0;
    if (loudness !== null) this.glideTo(this.unitGainDb(toned, unit, loudness));
    this.glide(toned);
    const part = (from: number, to: number) => this.limit(this.resampler!.push(this.count(toned.subarray(from, to))));
    const first = Math.min(firstSamples, toned.length);
    const parts = [() => join(before, part(0, first))];
    if (first < toned.length) parts.push(() => part(first, toned.length));
    return parts;
  }

  /**
   * The samples that follow come from this unit, in pieces given to `push`. The level follows slowly, from the voice's
   * own gain or, where that is unknown, from the first stretch of sound, which is held back for it. Called once for each
   * voice's stretch; answers what was still held of the one before.
   */
  beginStream(unit: MasteringUnit): Float32Array {
    const before = join(this.endStream(), this.begin(unit));
    this.follower = new LevelFollower(unit.sampleRateHz, unit.gainDb, targetOf(unit), unit.deliveryGainDb ?? 0);
    return before;
  }

  /** Samples of the unit that `beginStream` named. */
  push(samples: Float32Array): Float32Array {
    if (!this.follower) throw new Error("mastering: beginStream comes before push");
    this.resampler ??= new Resampler(this.follower.sampleRateHz, this.options.outputRateHz);
    return this.limit(this.resampler.push(this.follower.push(this.count(this.tone(samples)))));
  }

  /** Silence of a length in output samples, exact. */
  pushSilence(outputSamples: number): Float32Array {
    const length = Math.max(0, Math.round(outputSamples));
    const before = this.endRate();
    this.settledSamples += length;
    this.pauseSeconds += length / this.options.outputRateHz;
    return join(before, this.limit(new Float32Array(length)));
  }

  /** Output samples that everything pushed so far makes, those still inside included: the place of the next unit. */
  get outputSamples(): number {
    if (!this.resampler) return this.settledSamples;
    return this.settledSamples + Math.round((this.unitSamples * this.options.outputRateHz) / this.resampler.fromHz);
  }

  /** The tail of everything. Nothing may follow. */
  flush(): Float32Array {
    return join(this.endRate(), this.limiter.flush());
  }

  private begin(unit: MasteringUnit): Float32Array {
    let before = EMPTY;
    if (this.unit && this.unit.sampleRateHz !== unit.sampleRateHz) before = this.endRate();
    const bands = [HIGHPASS, ...unit.equalizer, ...(unit.speakerBoost ? PRESENCE : [])];
    if (this.equalizer?.sampleRateHz === unit.sampleRateHz) this.equalizer.retune(bands);
    else this.equalizer = new Equalizer(bands, unit.sampleRateHz);
    this.resampler ??= new Resampler(unit.sampleRateHz, this.options.outputRateHz);
    this.unit = unit;
    return before;
  }

  /** Lets out what the follower still holds back. */
  private endStream(): Float32Array {
    const held = this.follower?.flush() ?? EMPTY;
    return held.length > 0 && this.resampler ? this.limit(this.resampler.push(held)) : EMPTY;
  }

  /** Lets out what follower and resampler hold; the next samples start a resampler of their own. */
  private endRate(): Float32Array {
    const held = this.endStream();
    if (!this.resampler) return held;
    const tail = this.resampler.flush();
    this.settledSamples = this.outputSamples;
    this.unitSamples = 0;
    this.resampler = null;
    return join(held, this.limit(tail));
  }

  private limit(samples: Float32Array): Float32Array {
    return this.limiter.push(samples);
  }

  private count(samples: Float32Array): Float32Array {
    this.unitSamples += samples.length;
    return samples;
  }

  private tone(samples: Float32Array): Float32Array {
    const toned = samples.slice();
    this.equalizer!.process(toned);
    return toned;
  }

  /** From the voice's own gain most of the way to the target, all the way where that gain is unknown; and what limiting will cost. */
  private unitGainDb(toned: Float32Array, unit: MasteringUnit, loudness: number): number {
    const base = unit.gainDb ?? 0;
    const missing = targetOf(unit) - (loudness + base);
    const [share, range] = unit.gainDb === null ? [1, UNKNOWN_RANGE_DB] : [UNIT_SHARE, UNIT_RANGE_DB];
    const wished = base + Math.max(-range, Math.min(range, missing * share)) + (unit.deliveryGainDb ?? 0);
    return wished + this.limitingLossDb(toned, unit.sampleRateHz, wished);
  }

  /** How much softer a unit becomes by limiting its peaks, found by trying; 0 where nothing is limited. */
  private limitingLossDb(toned: Float32Array, sampleRateHz: number, gainDb: number): number {
    const factor = 10 ** (gainDb / 20);
    let peak = 0;
    for (let i = 0; i < toned.length; i++) peak = Math.max(peak, Math.abs(toned[i]!));
    if (peak * factor <= 10 ** (this.ceilingDb / 20)) return 0;
    const louder = toned.map((sample) => sample * factor);
    const trial = new Limiter(sampleRateHz, this.ceilingDb);
    const limited = join(trial.push(louder), trial.flush());
    const before = measureLoudness(louder, sampleRateHz);
    const after = measureLoudness(limited, sampleRateHz);
    return before === null || after === null ? 0 : Math.max(0, Math.min(MOST_MAKEUP_DB, before - after));
  }

  private glideTo(gainDb: number): void {
    this.targetFactor = 10 ** (gainDb / 20);
    this.glideLeft = this.started ? Math.round(GLIDE_SECONDS * this.unit!.sampleRateHz) : 0;
    if (!this.started) this.factor = this.targetFactor;
    this.started = true;
  }

  private glide(samples: Float32Array): void {
    let i = 0;
    for (; i < samples.length && this.glideLeft > 0; i++, this.glideLeft--) {
      this.factor += (this.targetFactor - this.factor) / this.glideLeft;
      samples[i]! *= this.factor;
    }
    if (i < samples.length) this.factor = this.targetFactor;
    for (; i < samples.length; i++) samples[i]! *= this.factor;
  }
}

const EMPTY: Float32Array = new Float32Array(0);

const targetOf = (unit: MasteringUnit): number => TARGET_LUFS + (unit.speakerBoost ? BOOSTED_LU : UNBOOSTED_LU);

function join(a: Float32Array, b: Float32Array): Float32Array {
  if (a.length === 0) return b;
  const out = new Float32Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
