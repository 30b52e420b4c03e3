import type { SpeechModel } from "~/domains/speech/models";

/** A model as the editor shows it. */
export interface ModelSummary {
  modelId: string;
  name: string;
  description: string;
  maxCharacters: number;
  /** Credits for a character. */
  costFactor: number;
  canUseStyle: boolean;
  canUseSpeakerBoost: boolean;
  /** ISO 639-1. */
  languages: string[];
  /** Whether bracketed tags such as [whispers] are acted on. */
  actsOnTags: boolean;
}

export function summarizeModel(model: SpeechModel): ModelSummary {
  return {
    modelId: model.modelId,
    name: model.name,
    description: model.description,
    maxCharacters: model.maxCharacters,
    costFactor: model.costFactor,
    canUseStyle: model.canUseStyle,
    canUseSpeakerBoost: model.canUseSpeakerBoost,
    languages: [...model.languageIds],
    actsOnTags: model.markup === "tags",
  };
}
