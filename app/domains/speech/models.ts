/**
 * The models, as data: what a client may ask of each, what it costs, and which engine speaks. Ids, text limits and
 * concurrency groups are the contract's, so that clients written for it keep working.
 */
import type { EngineId } from "../../../workers/speech/protocol";
import { ENGLISH, LANGUAGES_V1, LANGUAGES_V2, LANGUAGES_V2_5, LANGUAGES_V3, languageName } from "./model-languages";

export interface SpeechModel {
  modelId: string;
  name: string;
  description: string;
  /** Which engine speaks; `default` is the one the installation chose (`SPEECH_ENGINE`). */
  engine: EngineId | "default";
  canDoTextToSpeech: boolean;
  canDoVoiceConversion: boolean;
  canUseStyle: boolean;
  canUseSpeakerBoost: boolean;
  /** Longest text of a request, in characters (code points). */
  maxCharacters: number;
  /** Credits for a character. */
  costFactor: number;
  /** Which of a plan's two numbers bounds requests at a time. */
  concurrencyGroup: "multilingual" | "flash";
  /** `tags`: bracketed delivery tags are acted on and never spoken. */
  markup: "plain" | "tags";
  languageIds: readonly string[];
}

const SPEECH = {
  engine: "default",
  canDoTextToSpeech: true,
  canDoVoiceConversion: false,
  canUseStyle: true,
  canUseSpeakerBoost: true,
  costFactor: 1,
  concurrencyGroup: "multilingual",
  markup: "plain",
} as const;
const FAST = {
  ...SPEECH,
  canUseStyle: false,
  canUseSpeakerBoost: false,
  costFactor: 0.5,
  concurrencyGroup: "flash",
} as const;
const CONVERSION = { ...SPEECH, canDoTextToSpeech: false, canDoVoiceConversion: true, maxCharacters: 10_000 } as const;

/** In the order in which they are offered. */
export const MODELS: readonly SpeechModel[] = [
  {
    ...SPEECH,
    modelId: "eleven_v3",
    name: "Eleven v3",
    description: "The most expressive: bracketed tags such as [whispers] or [excited] change how a text is said.",
    maxCharacters: 5000,
    markup: "tags",
    languageIds: LANGUAGES_V3,
  },
  {
    ...SPEECH,
    modelId: "eleven_multilingual_v2",
    name: "Eleven Multilingual v2",
    description: "Even and dependable in 29 languages. The choice for long texts.",
    maxCharacters: 10_000,
    languageIds: LANGUAGES_V2,
  },
  {
    ...FAST,
    modelId: "eleven_flash_v2_5",
    name: "Eleven Flash v2.5",
    description: "Starts soonest, at half the price, in 32 languages. The choice for conversations.",
    maxCharacters: 40_000,
    languageIds: LANGUAGES_V2_5,
  },
  {
    ...FAST,
    modelId: "eleven_turbo_v2_5",
    name: "Eleven Turbo v2.5",
    description: "Fast, at half the price, in 32 languages.",
    maxCharacters: 40_000,
    languageIds: LANGUAGES_V2_5,
  },
  {
    ...FAST,
    modelId: "eleven_flash_v2",
    name: "Eleven Flash v2",
    description: "Starts soonest, at half the price, in English.",
    maxCharacters: 30_000,
    languageIds: ENGLISH,
  },
  {
    ...FAST,
    modelId: "eleven_turbo_v2",
    name: "Eleven Turbo v2",
    description: "Fast, at half the price, in English.",
    maxCharacters: 30_000,
    languageIds: ENGLISH,
  },
  {
    ...FAST,
    modelId: "eleven_v3_conversational",
    name: "Eleven v3 Conversational",
    description: "Expressive like Eleven v3, tuned for answers in a conversation.",
    costFactor: 1,
    maxCharacters: 5000,
    markup: "tags",
    languageIds: LANGUAGES_V3,
  },
  {
    ...SPEECH,
    modelId: "eleven_multilingual_v1",
    name: "Eleven Multilingual v1",
    description: "The first multilingual model, kept for clients that name it.",
    canUseStyle: false,
    canUseSpeakerBoost: false,
    maxCharacters: 10_000,
    languageIds: LANGUAGES_V1,
  },
  {
    ...SPEECH,
    modelId: "eleven_monolingual_v1",
    name: "Eleven English v1",
    description: "The first English model, kept for clients that name it.",
    canUseStyle: false,
    canUseSpeakerBoost: false,
    maxCharacters: 10_000,
    languageIds: ENGLISH,
  },
  {
    ...CONVERSION,
    modelId: "eleven_english_sts_v2",
    name: "Eleven English v2",
    description: "Gives a recording another voice, in English.",
    languageIds: ENGLISH,
  },
  {
    ...CONVERSION,
    modelId: "eleven_multilingual_sts_v2",
    name: "Eleven Multilingual v2",
    description: "Gives a recording another voice, in 29 languages.",
    languageIds: LANGUAGES_V2,
  },
];

/** Speaks when a request names no model, as the contract says. */
export const DEFAULT_MODEL_ID = "eleven_multilingual_v2";
/** The same for dialogue. */
export const DEFAULT_DIALOGUE_MODEL_ID = "eleven_v3";

const BY_ID = new Map(MODELS.map((model) => [model.modelId, model]));

export function findModel(modelId: string): SpeechModel | undefined {
  return BY_ID.get(modelId);
}

/** A model as generation needs it: `default` is replaced by the engine that the installation chose. */
export function findSpeechModel(modelId: string, defaultEngine: EngineId) {
  const model = BY_ID.get(modelId);
  if (!model?.canDoTextToSpeech) return undefined;
  const { maxCharacters, costFactor, concurrencyGroup } = model;
  return {
    modelId,
    engine: model.engine === "default" ? defaultEngine : model.engine,
    maxCharacters,
    costFactor,
    concurrencyGroup,
    readsTags: model.markup === "tags",
  };
}

/** Spec 001, section 5: Eleven v3 models are those whose id starts with `eleven_v3`. */
export function isElevenV3(modelId: string): boolean {
  return modelId.startsWith("eleven_v3");
}

/** A model as `GET /v1/models` shows it. */
export function modelToWire(model: SpeechModel) {
  return {
    model_id: model.modelId,
    name: model.name,
    description: model.description,
    can_be_finetuned: false,
    can_do_text_to_speech: model.canDoTextToSpeech,
    can_do_voice_conversion: model.canDoVoiceConversion,
    can_use_style: model.canUseStyle,
    can_use_speaker_boost: model.canUseSpeakerBoost,
    serves_pro_voices: false,
    token_cost_factor: model.costFactor,
    requires_alpha_access: false,
    max_characters_request_free_user: model.maxCharacters,
    max_characters_request_subscribed_user: model.maxCharacters,
    maximum_text_length_per_request: model.maxCharacters,
    languages: model.languageIds.map((id) => ({ language_id: id, name: languageName(id) })),
    model_rates: { character_cost_multiplier: model.costFactor, cost_discount_multiplier: 1 },
    concurrency_group: model.concurrencyGroup === "flash" ? "turbo" : "standard",
  };
}
