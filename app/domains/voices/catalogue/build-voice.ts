/** Makes catalogue voices from the short rows of the language files. */
import type { EqualizerBand, EspeakVoice, FliteVoice } from "../../../../workers/speech/protocol";
import type { CatalogueVoice } from "../schema";

/** eSpeak variants that neither clip nor buzz. F0 in the middle of the pitch scale, and the gain to −16 LUFS after the tone below. */
const VARIANTS = {
  f1: { f0Hz: 180, gainDb: 4 },
  f2: { f0Hz: 195, gainDb: 4 },
  f3: { f0Hz: 211, gainDb: 5 },
  f4: { f0Hz: 179, gainDb: 4 },
  klatt6: { f0Hz: 102, gainDb: 6 },
  adam: { f0Hz: 102, gainDb: 7 },
  benjamin: { f0Hz: 102, gainDb: 7 },
  Michael: { f0Hz: 107, gainDb: 4 },
  Mario: { f0Hz: 108, gainDb: 5 },
  m3: { f0Hz: 105, gainDb: 5 },
} as const;
export type EspeakVariant = keyof typeof VARIANTS;

/** F0 over eSpeak's pitch scale, as a factor on its middle; the same for all variants within 3 %. */
const PITCH_SCALE: readonly (readonly [pitch: number, factor: number])[] = [
  [0, 0.675],
  [25, 0.81],
  [50, 1],
  [75, 1.29],
  [99, 1.67],
];

/** eSpeak is brighter than a mouth: its treble is lowered and its chest raised a little. */
const ESPEAK_TONE: EqualizerBand[] = [
  { type: "lowshelf", frequencyHz: 250, gainDb: 2, q: 0.7 },
  { type: "highshelf", frequencyHz: 3200, gainDb: -5, q: 0.7 },
];

type Band = readonly [type: "high" | "low" | "peak", frequencyHz: number, gainDb: number, q?: number];

export interface FliteRow {
  base: FliteVoice["base"];
  f0: number;
  spread: number;
  /** Formants, semitones. */
  formants?: number;
  beta?: number;
  rate?: number;
  tone?: readonly Band[];
  gain: number;
}

export interface EspeakRow {
  variant: EspeakVariant;
  f0: number;
  range?: number;
  rate?: number;
}

export interface VoiceRow {
  id: string;
  name: string;
  description: string;
  preview: string;
  gender: CatalogueVoice["gender"];
  age: CatalogueVoice["age"];
  accent: string;
  use:
    | "narration"
    | "conversational"
    | "informative_educational"
    | "news"
    | "characters"
    | "advertisement"
    | "social_media";
  style: string;
  /** BCP 47; the voice's own language, with a region where it matters. */
  locale: string;
  flite: FliteRow;
  espeak: EspeakRow;
}

export function buildVoice(row: VoiceRow): CatalogueVoice {
  const language = row.locale.split("-")[0]!;
  const own = { language, locale: row.locale, accent: row.accent };
  return {
    name: row.name,
    description: row.description,
    gender: row.gender,
    age: row.age,
    accent: row.accent,
    language,
    useCase: row.use,
    descriptive: row.style,
    verifiedLanguages: language === "en" ? [own] : [own, { language: "en", locale: "en-US", accent: "american" }],
    previewText: row.preview,
    speaker: {
      voiceId: row.id,
      name: row.name,
      gender: row.gender,
      nativeLanguage: row.locale,
      flite: fliteVoice(row.flite),
      espeak: espeakVoice(row.espeak),
    },
  };
}

function fliteVoice(row: FliteRow): FliteVoice {
  return {
    base: row.base,
    f0Hz: row.f0,
    f0SpreadHz: row.spread,
    formantSemitones: row.formants ?? 0,
    beta: row.beta ?? 0.4,
    rate: row.rate ?? 1,
    equalizer: (row.tone ?? []).map(([type, frequencyHz, gainDb, q]) => ({
      type: type === "high" ? "highshelf" : type === "low" ? "lowshelf" : "peak",
      frequencyHz,
      gainDb,
      q: q ?? 0.7,
    })),
    gainDb: row.gain,
  };
}

function espeakVoice(row: EspeakRow): EspeakVoice {
  const { f0Hz, gainDb } = VARIANTS[row.variant];
  return {
    variant: row.variant,
    pitch: pitchFor(row.f0 / f0Hz),
    range: row.range ?? 50,
    rate: row.rate ?? 1,
    equalizer: ESPEAK_TONE,
    gainDb,
  };
}

/** Place on eSpeak's pitch scale for a factor on the variant's middle F0. */
export function pitchFor(factor: number): number {
  for (let i = 1; i < PITCH_SCALE.length; i++) {
    const [low, lowFactor] = PITCH_SCALE[i - 1]!;
    const [high, highFactor] = PITCH_SCALE[i]!;
    if (factor <= highFactor || i === PITCH_SCALE.length - 1) {
      const share = Math.log(factor / lowFactor) / Math.log(highFactor / lowFactor);
      return Math.round(Math.min(99, Math.max(0, low + share * (high - low))));
    }
  }
  return 50;
}
