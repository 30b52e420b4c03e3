/** A visitor's try: short, with the product's own voices, cheap to send, kept nowhere but in a cache of sounds. */
import { contentTypeOf } from "../../../workers/speech/formats";
import type { OutputFormat } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { billableCharacters } from "../billing/rules";
import { beginDelivery, type Delivery } from "./delivery";
import { startRecording } from "./keeping";
import { speechMessages } from "./messages";
import type { SpeechDependencies } from "./ports";
import { assemble, requireModel, requireVoices } from "./preparation";
import { requireTextsFit } from "./rules";
import type { GenerationOutcome } from "./schema";

export const TRY_IT_MAX_CHARACTERS = 250;
const TRY_IT_MODEL_ID = "eleven_multilingual_v2";
const TRY_IT_FORMAT: OutputFormat = "mp3_44100_64";

export interface TryItRequest {
  requestId: string;
  text: string;
  voiceId: string;
  languageCode?: string;
  signal?: AbortSignal;
}

/** Sound from the cache, or frames that are being made; read them to the end, or cancel. */
export type TryItSound = { contentType: string } & (
  | { kind: "cached"; body: ReadableStream<Uint8Array> }
  | (Delivery & { kind: "made"; finished: Promise<{ outcome: GenerationOutcome }> })
);

type TryItDependencies = Pick<
  SpeechDependencies,
  "engines" | "findModel" | "storage" | "voices" | "reportError" | "waitUntil"
>;

/**
 * Speaks for anybody. What was tried before comes from the cache.
 * @throws AppError text_empty, max_character_limit_exceeded (400), voice_not_found (404), and what engines report.
 */
export async function speakForVisitor(dependencies: TryItDependencies, request: TryItRequest): Promise<TryItSound> {
  const model = requireModel(dependencies, TRY_IT_MODEL_ID);
  const entries = [{ voiceId: request.voiceId, text: request.text }];
  requireTextsFit(entries, model, false);
  const characters = billableCharacters(request.text);
  if (characters > TRY_IT_MAX_CHARACTERS) {
    const message = speechMessages.tooLong(TRY_IT_MAX_CHARACTERS, characters);
    throw new AppError("max_character_limit_exceeded", 400, message, { param: "text" });
  }
  const { requestId, languageCode, signal } = request;
  const asked = { requestId, modelId: TRY_IT_MODEL_ID, entries, isDialogue: false, languageCode } as const;
  const { speak, fingerprint } = await assemble(
    { ...asked, outputFormat: TRY_IT_FORMAT, normalization: "auto" },
    model,
    await requireVoices(dependencies, null, entries),
    {},
  );
  const key = `try-it/${fingerprint}.mp3`;
  const contentType = contentTypeOf(TRY_IT_FORMAT);
  const cached = await dependencies.storage.get(key);
  if (cached) return { kind: "cached", contentType, body: cached.body };

  const recorder = startRecording(dependencies, key, TRY_IT_FORMAT);
  const source = await dependencies.engines.speak(speak);
  let resolveFinished!: (finished: { outcome: GenerationOutcome }) => void;
  const finished = new Promise<{ outcome: GenerationOutcome }>((resolve) => {
    resolveFinished = resolve;
  });
  const hooks = {
    audio: recorder.append,
    timing: () => {},
    isPaidInFull: () => false,
    async end(outcome: GenerationOutcome) {
      dependencies.waitUntil(outcome === "complete" ? recorder.finish() : recorder.discard());
      resolveFinished({ outcome });
    },
  };
  const delivery = await beginDelivery(source, hooks, { signal });
  return { kind: "made", contentType, ...delivery, finished };
}
