/**
 * The way from units of sound to the frames of a stream, or of several that make one sound: mastering, codec, peaks, and where
 * in time we are.
 */
import { formatFacts } from "../formats";
import type { Alignment, OutputFormat, SpeechFrame } from "../protocol";
import {
  type AudioEncoder,
  type CodecModules,
  ceilingDbOf,
  concatBytes,
  createEncoder,
  createMastering,
  createPeakMeter,
  holdSecondsOf,
  type Mastering,
  type MasteringUnit,
  type PeakMeter,
} from "../sound";

export class SoundOutput {
  readonly sampleRateHz: number;
  /** So much silence lets all that was pushed before it come out. */
  readonly holdSeconds: number;
  private readonly mastering: Mastering;
  private readonly encoder: AudioEncoder;
  private peaks: PeakMeter = createPeakMeter();
  /** Where the request in work begins. */
  private originSamples = 0;

  constructor(format: OutputFormat, codecs: CodecModules) {
    this.sampleRateHz = formatFacts(format).sampleRateHz;
    this.holdSeconds = holdSecondsOf(format);
    this.mastering = createMastering({ outputRateHz: this.sampleRateHz, ceilingDb: ceilingDbOf(format) });
    this.encoder = createEncoder(format, codecs);
  }

  /** Seconds of everything that this request has pushed so far: where the next unit begins. */
  get positionSeconds(): number {
    return (this.mastering.outputSamples - this.originSamples) / this.sampleRateHz;
  }

  /** A unit's frames in one or two parts, to be called in order; see `Mastering.pushUnitInParts`. */
  pushUnitInParts(samples: Float32Array, unit: MasteringUnit, firstSeconds: number): (() => SpeechFrame[])[] {
    const firstSamples = Math.round(firstSeconds * unit.sampleRateHz);
    return this.mastering.pushUnitInParts(samples, unit, firstSamples).map((part) => () => this.encode(part()));
  }

  /** What follows comes in pieces of one voice, given to `pushPiece`. */
  beginPieces(unit: MasteringUnit): SpeechFrame[] {
    return this.encode(this.mastering.beginStream(unit));
  }

  pushPiece(samples: Float32Array): SpeechFrame[] {
    return this.encode(this.mastering.push(samples));
  }

  pushSilence(seconds: number): SpeechFrame[] {
    return this.encode(this.mastering.pushSilence(Math.round(seconds * this.sampleRateHz)));
  }

  /** The end of a request, and the beginning of another one in the same sound. */
  endRequest(): { durationSeconds: number; peaks: number[] } {
    const ended = { durationSeconds: this.positionSeconds, peaks: this.peaks.finish() };
    this.originSamples = this.mastering.outputSamples;
    this.peaks = createPeakMeter();
    return ended;
  }

  /** The end of the sound. Nothing may be pushed after it. */
  finish(): Uint8Array {
    const tail = this.mastering.flush();
    this.peaks.push(tail);
    return concatBytes([this.encoder.push(tail), this.encoder.finish()]);
  }

  /** Gives the encoder's memory back where a stream is given up. */
  dispose(): void {
    this.encoder.dispose();
  }

  private encode(samples: Float32Array): SpeechFrame[] {
    if (samples.length === 0) return [];
    this.peaks.push(samples);
    const bytes = this.encoder.push(samples);
    return bytes.length > 0 ? [{ type: "audio", bytes }] : [];
  }
}

/** A timing frame, or nothing where there are no characters to tell of. */
export function timingFrame(entryIndex: number, alignment: Alignment, normalizedAlignment: Alignment): SpeechFrame[] {
  if (alignment.characters.length === 0 && normalizedAlignment.characters.length === 0) return [];
  return [{ type: "timing", timing: { entryIndex, alignment, normalizedAlignment } }];
}
