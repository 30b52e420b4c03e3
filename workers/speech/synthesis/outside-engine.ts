/**
 * What an engine outside the worker must do (`workers/adapters/speech`): speak one entry as a stream of samples. Units,
 * levels, codecs and frames are the pipeline's business.
 */
import type { Alignment, EngineId, SpeakEntry, SpeechErrorCode } from "../protocol";

export interface OutsideJob {
  entry: SpeakEntry;
  modelId: string;
  languageCode?: string;
  seed: number;
  previousText?: string;
  nextText?: string;
  /** Aborts when the listener has gone. */
  signal: AbortSignal;
}

export interface OutsidePiece {
  /** Mono, −1..1. The rate is the same for all pieces of a job. */
  samples: Float32Array;
  sampleRateHz: number;
  /**
   * Character times known with this piece, in seconds from the start of the job's audio, over the next characters of the
   * entry's text. Engines that are told none estimate them; by the last piece all characters have been told of.
   */
  alignment?: Alignment;
}

export interface OutsideEngine {
  readonly id: Exclude<EngineId, "embedded">;
  /** Names of settings without which it cannot work; empty if it can. */
  missing: string[];
  streaming: boolean;
  timings: boolean;
  /** @throws SpeechFailure */
  synthesize(job: OutsideJob): AsyncIterable<OutsidePiece>;
}

/** A refusal or failure that is told to the caller as an error frame. The message holds no secrets and no text to be spoken. */
export class SpeechFailure extends Error {
  constructor(
    readonly code: SpeechErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.name = "SpeechFailure";
  }
}
