/**
 * What the settings and the delivery of a unit mean for any engine: factors on pace, F0 and F0 spread, and how far the
 * voice's own formants and tone are applied.
 */
import type { EqualizerBand, VoiceSettings } from "../../protocol";
import type { SpeechUnit } from "../../text/units";
import { SeededRandom } from "./seeded-random";

export interface UnitProsody {
  /** 1 is the voice's own pace, 2 twice as fast. */
  pace: number;
  /** Factors on the voice's mean F0 and on its spread. */
  f0Factor: number;
  spreadFactor: number;
  /** 0 is the engine's base voice, 1 the voice as designed; a little beyond 1 at the top of the scale. */
  likeness: number;
}

/** Default of the similarity setting, where a voice sounds as it was designed. */
const DESIGNED_SIMILARITY = 0.75;
const LIKENESS_BEYOND = 0.4;
const STYLE_SPREAD = 0.5;
/** Pace contrast between units at full style. */
const STYLE_PACE = 0.12;
/** Lively voices do not start each sentence on the same note. */
const UNSTABLE_F0 = 0.05;

export function prosodyOf(unit: SpeechUnit, settings: VoiceSettings, seed: number): UnitProsody {
  const random = new SeededRandom(seed, String(unit.entryIndex), unit.source);
  const paceContrast = 1 + STYLE_PACE * settings.style * random.nextSigned();
  // None only at full stability: so another seed gives another reading at the defaults too.
  const liveliness = (1 - settings.stability + settings.style) / 2;
  const f0Contrast = 1 + UNSTABLE_F0 * liveliness * random.nextSigned();
  return {
    pace: settings.speed * unit.delivery.rate * paceContrast,
    f0Factor: f0Contrast * 2 ** (unit.delivery.pitchSemitones / 12),
    spreadFactor: (1.5 - settings.stability) * (1 + STYLE_SPREAD * settings.style) * unit.delivery.rangeFactor,
    likeness: likenessOf(settings.similarityBoost),
  };
}

function likenessOf(similarity: number): number {
  if (similarity <= DESIGNED_SIMILARITY) return similarity / DESIGNED_SIMILARITY;
  return 1 + (similarity - DESIGNED_SIMILARITY) * LIKENESS_BEYOND;
}

/** A value on the way from the base voice's to the voice's own, in proportion (Hz, rates). */
export const proportionally = (base: number, own: number, likeness: number) => base * (own / base) ** likeness;

/** A value on the way from the base voice's to the voice's own, evenly (semitones, dB). */
export const evenly = (base: number, own: number, likeness: number) => base + (own - base) * likeness;

/** The tone of a voice, as far as it is applied. */
export function equalizerAt(bands: readonly EqualizerBand[], likeness: number): EqualizerBand[] {
  return bands.map((band) => ({ ...band, gainDb: band.gainDb * likeness }));
}
