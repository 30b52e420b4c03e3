/**
 * Brings a stream of unknown loudness to the target without knowing what comes. The first stretch of sound (1.2 s of speech) is
 * held back where the voice's gain is unknown, so that the level is near from the first sample; from then on the gain follows the
 * gated loudness of the last ten seconds, at first readily, later slowly, and only while there is speech: silence and breaths are
 * never raised.
 */
import { gatedLoudness, LoudnessMeter, lufsOfEnergy } from "./loudness";
import { concatSamples } from "./samples";

/** Loudness of everything we send out. */
export const TARGET_LUFS = -16;

const FIRST_SPEECH_HOPS = 12;
/** Held back at most this long when there is little to measure. */
const LONGEST_HOLD_HOPS = 20;
const SPEECH_LUFS = -55;
const MEMORY_HOPS = 100;
/** Share of the way to the wished gain in one hop of 100 ms, at the end: a time constant of about two seconds. */
const LATE_SHARE = 0.05;
/** While little has been heard, each new hop says much. */
const EARLY_SHARE = 2.5;
/** The fastest changes, early (first seconds of speech) and late; both below what is heard as pumping. */
const EARLY_DB_A_HOP = 0.4;
const LATE_DB_A_HOP = 0.15;
const EARLY_HOPS = 30;
/** How far the gain may leave the voice's own; an unknown voice may be anywhere. */
const KNOWN_RANGE_DB = 6;
const UNKNOWN_RANGE_DB = 30;

export class LevelFollower {
  private readonly meter: LoudnessMeter;
  /** Sound kept back until the first gain is known; null from then on. */
  private held: Float32Array[] | null;
  /** In dB, without the delivery's. */
  private gainDb: number;
  private factor: number | null = null;
  private speechHops = 0;

  constructor(
    readonly sampleRateHz: number,
    private readonly voiceGainDb: number | null,
    private readonly targetLufs = TARGET_LUFS,
    /** Kept on top of the level, dB. */
    private readonly deliveryGainDb = 0,
  ) {
    this.meter = new LoudnessMeter(sampleRateHz, MEMORY_HOPS);
    this.gainDb = voiceGainDb ?? 0;
    this.held = voiceGainDb === null ? [] : null;
  }

  /** Levelled samples; nothing while the first stretch is held. */
  push(samples: Float32Array): Float32Array {
    const out: Float32Array[] = [];
    for (let at = 0; at < samples.length; ) {
      const piece = samples.slice(at, at + this.meter.samplesToHop);
      at += piece.length;
      const hopsBefore = this.meter.samplesToHop;
      this.meter.push(piece);
      if (this.held) this.held.push(piece);
      else out.push(this.apply(piece, hopsBefore));
      const hopEnded = piece.length === hopsBefore;
      if (hopEnded && this.held) out.push(...this.release(false));
      else if (hopEnded) this.follow();
    }
    return concatSamples(out);
  }

  /** What is still held back. */
  flush(): Float32Array {
    return concatSamples(this.release(true));
  }

  private release(atEnd: boolean): Float32Array[] {
    if (!this.held) return [];
    const { hops } = this.meter;
    const spoken = hops.filter((energy) => lufsOfEnergy(energy) > SPEECH_LUFS).length;
    if (!atEnd && spoken < FIRST_SPEECH_HOPS && hops.length < LONGEST_HOLD_HOPS) return [];
    const loudness = gatedLoudness(hops);
    if (loudness !== null) this.gainDb = this.bounded(this.targetLufs - loudness);
    this.speechHops = spoken;
    const pieces = this.held;
    this.held = null;
    return pieces.map((piece) => this.apply(piece, piece.length));
  }

  /** Multiplies by a gain that reaches its new value at the end of the hop in work. */
  private apply(piece: Float32Array, samplesToHop: number): Float32Array {
    const target = 10 ** ((this.gainDb + this.deliveryGainDb) / 20);
    let factor = this.factor ?? target;
    const step = (target - factor) / samplesToHop;
    for (let i = 0; i < piece.length; i++) {
      factor += step;
      piece[i]! *= factor;
    }
    this.factor = piece.length === samplesToHop ? target : factor;
    return piece;
  }

  private follow(): void {
    const { hops } = this.meter;
    if (lufsOfEnergy(hops[hops.length - 1]!) < SPEECH_LUFS) return;
    const loudness = gatedLoudness(hops);
    if (loudness === null) return;
    this.speechHops++;
    const step =
      (this.bounded(this.targetLufs - loudness) - this.gainDb) * Math.max(LATE_SHARE, EARLY_SHARE / this.speechHops);
    const most = this.speechHops < EARLY_HOPS ? EARLY_DB_A_HOP : LATE_DB_A_HOP;
    this.gainDb += Math.max(-most, Math.min(most, step));
  }

  private bounded(gainDb: number): number {
    const center = this.voiceGainDb ?? 0;
    const range = this.voiceGainDb === null ? UNKNOWN_RANGE_DB : KNOWN_RANGE_DB;
    return Math.max(center - range, Math.min(center + range, gainDb));
  }
}
