import type { SpeakerVoice, SpeakRequest } from "../../../workers/speech/protocol";
import { planUnits, type SpeechUnit, spokenText, type TextUnit } from "../../../workers/speech/text";

/** A voice as the planner sees one: only its native language matters to it. */
export function voiceOf(nativeLanguage: string): SpeakerVoice {
  return {
    voiceId: "v",
    name: "Voice",
    gender: "female",
    nativeLanguage,
    flite: {
      base: "slt",
      f0Hz: null,
      f0SpreadHz: null,
      formantSemitones: 0,
      beta: 0.4,
      rate: 1,
      equalizer: [],
      gainDb: 0,
    },
    espeak: { variant: "f2", pitch: 50, range: 50, rate: 1, equalizer: [], gainDb: 0 },
  };
}

export interface RequestOptions {
  language?: string;
  native?: string;
  markup?: SpeakRequest["markup"];
  normalization?: SpeakRequest["normalization"];
  nextText?: string;
}

export function requestOf(texts: string | string[], options: RequestOptions = {}): SpeakRequest {
  const voice = voiceOf(options.native ?? "en");
  const settings = { stability: 0.5, similarityBoost: 0.75, style: 0, useSpeakerBoost: true, speed: 1 };
  return {
    requestId: "r",
    engine: "embedded",
    modelId: "m",
    entries: [texts].flat().map((text) => ({ text, voice, settings })),
    outputFormat: "pcm_16000",
    seed: 1,
    normalization: options.normalization ?? "auto",
    markup: options.markup ?? "plain",
    ...(options.language === undefined ? {} : { languageCode: options.language }),
    ...(options.nextText === undefined ? {} : { nextText: options.nextText }),
  };
}

export function plan(texts: string | string[], options: RequestOptions = {}): TextUnit[] {
  return [...planUnits(requestOf(texts, options))];
}

export function speechOf(units: readonly TextUnit[]): SpeechUnit[] {
  return units.filter((unit) => unit.kind === "speech");
}

/** All words of a text as they are spoken, joined with spaces. */
export function wordsOf(text: string, options: RequestOptions = {}): string {
  return speechOf(plan(text, options))
    .flatMap((unit) => unit.tokens.flatMap((token) => token.words))
    .join(" ");
}

/** The spoken form of each unit, with its punctuation. */
export function spokenUnits(text: string, options: RequestOptions = {}): string[] {
  return speechOf(plan(text, options)).map((unit) => spokenText(unit).trim());
}
