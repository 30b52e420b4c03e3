import type { SpeakerVoice, SpeakRequest } from "../../../workers/speech/protocol";
import { planUnits, type SpeechUnit, spokenText, type TextUnit } from "../../../workers/speech/text";
import { NEUTRAL_SETTINGS, speakerVoice } from "../../support/speaker-voice";

/** A voice as the planner sees one: only its native language matters to it. */
export const voiceOf = (nativeLanguage: string): SpeakerVoice => speakerVoice({ nativeLanguage });

export interface RequestOptions {
  language?: string;
  native?: string;
  markup?: SpeakRequest["markup"];
  normalization?: SpeakRequest["normalization"];
  previousText?: string;
  nextText?: string;
  followedBy?: SpeakRequest["followedBy"];
}

export function requestOf(texts: string | string[], options: RequestOptions = {}): SpeakRequest {
  const voice = voiceOf(options.native ?? "en");
  return {
    requestId: "r",
    engine: "embedded",
    modelId: "m",
    entries: [texts].flat().map((text) => ({ text, voice, settings: NEUTRAL_SETTINGS })),
    outputFormat: "pcm_16000",
    seed: 1,
    normalization: options.normalization ?? "auto",
    markup: options.markup ?? "plain",
    ...(options.language === undefined ? {} : { languageCode: options.language }),
    ...(options.previousText === undefined ? {} : { previousText: options.previousText }),
    followedBy: options.followedBy,
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
