/** From what a caller asks to what the engines get: model, voices, settings, seed, charge. Refuses what cannot be. */
import type { SpeakEntry, SpeakRequest, VoiceSettings } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { voiceNotFound } from "../voices/service";
import { DeliveryMeter } from "./delivery-meter";
import { fingerprintOf } from "./fingerprint";
import { speechMessages } from "./messages";
import { findModel } from "./models";
import type { SpeechDependencies, SpeechModelFacts, SpeechVoice } from "./ports";
import { leastTierFor, requireFormatAllowed, requireTextsFit } from "./rules";
import type { GenerationCaller, GenerationRequest } from "./schema";

export interface PreparedGeneration {
  model: SpeechModelFacts;
  /** One for each entry. */
  voices: SpeechVoice[];
  /** As used, one for each entry. */
  settings: VoiceSettings[];
  speak: SpeakRequest;
  fingerprint: string;
  meter: DeliveryMeter;
}

type PreparationDependencies = Pick<SpeechDependencies, "findModel" | "voices" | "billing" | "history">;

/**
 * Everything that can be refused before credits are held. Reads only what the request needs, all at once.
 * @throws AppError model_not_found, model_can_not_do_text_to_speech, voice_not_found, text_empty, max_character_limit_exceeded, output_format_not_allowed
 */
export async function prepareGeneration(
  dependencies: PreparationDependencies,
  caller: GenerationCaller,
  request: GenerationRequest,
): Promise<PreparedGeneration> {
  const { workspaceId } = caller;
  const model = requireModel(dependencies, request.modelId);
  requireTextsFit(request.entries, model, request.isDialogue);
  const [voices, previousText, nextText] = await Promise.all([
    requireVoices(dependencies, workspaceId, request.entries),
    neighbourText(dependencies, workspaceId, request.previousText, request.previousRequestIds, "previous"),
    neighbourText(dependencies, workspaceId, request.nextText, request.nextRequestIds, "next"),
    checkFormat(dependencies, workspaceId, request),
  ]);
  return assemble(request, model, voices, { previousText, nextText });
}

/** What is left to do once model and voices are known; used where there is no workspace too. */
export async function assemble(
  request: Omit<GenerationRequest, "keepInHistory" | "delivery" | "signal">,
  model: SpeechModelFacts,
  voices: SpeechVoice[],
  neighbours: { previousText?: string; nextText?: string },
): Promise<PreparedGeneration> {
  const entries = request.entries.map((entry, i): SpeakEntry => {
    const voice = voices[i]!;
    return { text: entry.text, voice: voice.speaker, settings: { ...voice.settings, ...entry.settings } };
  });
  const content = {
    engine: model.engine,
    modelId: model.modelId,
    entries,
    outputFormat: request.outputFormat,
    languageCode: request.languageCode,
    seed: request.seed,
    normalization: request.normalization,
    markup: markupOf(model, request),
    ...neighbours,
  };
  const { fingerprint, seed } = await fingerprintOf(content);
  return {
    model,
    voices,
    settings: entries.map((entry) => entry.settings),
    speak: { ...content, seed, requestId: request.requestId, followedBy: request.inSound?.followedBy },
    fingerprint,
    meter: new DeliveryMeter(request.entries, model.costFactor),
  };
}

/** What a model takes for markup in a text, where its caller did not switch tags in angle brackets off. */
export function markupOf(model: SpeechModelFacts, { readsSsml }: { readsSsml?: boolean }): SpeakRequest["markup"] {
  const markup = model.readsTags ? "tags" : "plain";
  return readsSsml === false ? `${markup}-without-ssml` : markup;
}

export function requireModel(dependencies: Pick<SpeechDependencies, "findModel">, modelId: string): SpeechModelFacts {
  const model = dependencies.findModel(modelId);
  if (model) return model;
  const param = "model_id";
  if (findModel(modelId)) {
    throw new AppError("model_can_not_do_text_to_speech", 400, speechMessages.modelCannotSpeak(modelId), { param });
  }
  throw new AppError("model_not_found", 400, speechMessages.modelNotFound(modelId), { param });
}

/** One voice for each entry. 404 names the first that is unknown. */
export async function requireVoices(
  { voices }: Pick<SpeechDependencies, "voices">,
  workspaceId: string | null,
  entries: readonly { voiceId: string }[],
): Promise<SpeechVoice[]> {
  const found = await voices.findForSpeech(workspaceId, [...new Set(entries.map((entry) => entry.voiceId))]);
  return entries.map(({ voiceId }) => {
    const voice = found.get(voiceId);
    if (!voice) throw voiceNotFound(voiceId);
    return voice;
  });
}

async function checkFormat(
  { billing }: PreparationDependencies,
  workspaceId: string,
  { outputFormat }: GenerationRequest,
): Promise<void> {
  if (leastTierFor(outputFormat) === null) return;
  requireFormatAllowed(outputFormat, (await billing.getSubscription(workspaceId)).tier);
}

/** The given text, else the nearest one of the named requests (the last before, the first after). */
async function neighbourText(
  { history }: PreparationDependencies,
  workspaceId: string,
  given: string | undefined,
  requestIds: string[] | undefined,
  side: "previous" | "next",
): Promise<string | undefined> {
  if (given) return given;
  if (!requestIds || requestIds.length === 0) return undefined;
  const texts = await history.findTextsByRequest(workspaceId, requestIds);
  return side === "previous" ? texts.at(-1) : texts[0];
}
