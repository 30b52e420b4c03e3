/**
 * What an engine that ships with the product does: one unit of text becomes samples and the times of its words.
 * Engines stay loaded between calls. One that fails is thrown away and made anew, so that the next call finds a sound one.
 */
import type { EqualizerBand, SpeakerVoice, VoiceSettings } from "../protocol";
import type { SpeechUnit, WordTime } from "../text/units";

export interface UnitJob {
  unit: SpeechUnit;
  voice: SpeakerVoice;
  settings: VoiceSettings;
  /** Same job and seed: same samples. */
  seed: number;
}

export interface SynthesizedUnit {
  /** Mono, −1..1, as the engine made it: the tone and level below are still to be applied. */
  samples: Float32Array;
  sampleRateHz: number;
  /** One for each word of each token, in order, in seconds from the first sample. */
  words: WordTime[];
  equalizer: EqualizerBand[];
  /** Brings this voice to −16 LUFS on average. */
  gainDb: number;
  /** Louder or softer on purpose, to be left standing by levelling. */
  deliveryGainDb: number;
}

export interface EmbeddedEngine {
  readonly name: "flite" | "espeak";
  /**
   * Null if the engine has no sound for any of it (a character it does not know).
   * @throws EngineError when the engine fails; it is fit for the next call all the same.
   */
  synthesizeUnit(job: UnitJob): Promise<SynthesizedUnit | null>;
}

/** Reads a prepared data file, e.g. `flite.bin` or `espeak/de.pack`; throws if there is none of that name. */
export type AssetLoader = (name: string) => Promise<Uint8Array>;

/** An engine failed; the message is for logs and for the caller, and holds nothing of the text. */
export class EngineError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "EngineError";
  }
}
