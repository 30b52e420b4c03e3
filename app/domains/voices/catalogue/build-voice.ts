/** Makes catalogue voices from the short rows of the language files. */
import type { EqualizerBand, EspeakVoice, FliteVoice } from "../../../../workers/speech/protocol";
import type { CatalogueVoice } from "../schema";

/**
 * eSpeak variants that neither clip nor buzz. F0 in the middle of the pitch scale, the gain to −16 LUFS after the tone below, and how
 * fast they speak at the rate 1, against f2.
 */
const VARIANTS = {
  f1: { f0Hz: 180, gainDb: 4, pace: 1 },
  f2: { f0Hz: 195, gainDb: 4, pace: 1 },
  f3: { f0Hz: 211, gainDb: 5, pace: 1 },
  f4: { f0Hz: 179, gainDb: 4, pace: 1 },
  klatt6: { f0Hz: 102, gainDb: 6, pace: 1.04 },
  adam: { f0Hz: 102, gainDb: 7, pace: 1.04 },
  benjamin: { f0Hz: 102, gainDb: 7, pace: 1.04 },
  Michael: { f0Hz: 107, gainDb: 4, pace: 1.01 },
  Mario: { f0Hz: 108, gainDb: 5, pace: 1.01 },
  m3: { f0Hz: 105, gainDb: 5, pace: 1.025 },
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

/** How fast flite's bases speak at the rate 1, against slt, which is as fast as eSpeak's f2 (mean of eight sentences). */
const BASE_PACE: Record<FliteVoice["base"], number> = { slt: 1, rms: 0.86, awb: 0.985, kal16: 1.13 };

type Band = readonly [type: "high" | "low" | "peak", frequencyHz: number, gainDb: number, q?: number];

export interface FliteRow {
  base: FliteVoice["base"];
  f0: number;
  spread: number;
  /** Formants, semitones. */
  formants?: number;
  beta?: number;
  /** Of a voice whose own language is English; otherwise it has the pace of the other engine. */
  rate?: number;
  tone?: readonly Band[];
  gain: number;
}

export interface EspeakRow {
  variant: EspeakVariant;
  f0: number;
  range?: number;
  /** Of a voice whose own language is another than English. */
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
  // The engine of the voice's own language sets its pace; the other one keeps it.
  const pace =
    language === "en"
      ? (row.flite.rate ?? 1) * BASE_PACE[row.flite.base]
      : (row.espeak.rate ?? 1) * VARIANTS[row.espeak.variant].pace;
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
      flite: fliteVoice(row.flite, pace),
      espeak: espeakVoice(row.espeak, pace),
    },
  };
}

function fliteVoice(row: FliteRow, pace: number): FliteVoice {
  return {
    base: row.base,
    f0Hz: row.f0,
    f0SpreadHz: row.spread,
    formantSemitones: row.formants ?? 0,
    beta: row.beta ?? 0.4,
    rate: rounded(pace / BASE_PACE[row.base]),
    equalizer: (row.tone ?? []).map(([type, frequencyHz, gainDb, q]) => ({
      type: type === "high" ? "highshelf" : type === "low" ? "lowshelf" : "peak",
      frequencyHz,
      gainDb,
      q: q ?? 0.7,
    })),
    gainDb: row.gain,
  };
}

function espeakVoice(row: EspeakRow, pace: number): EspeakVoice {
  const { f0Hz, gainDb, pace: ownPace } = VARIANTS[row.variant];
  return {
    variant: row.variant,
    pitch: pitchFor(row.f0 / f0Hz),
    range: row.range ?? 50,
    rate: rounded(pace / ownPace),
    equalizer: ESPEAK_TONE,
    gainDb,
  };
}

const rounded = (value: number) => Math.round(value * 1000) / 1000;

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
