/** A visitor's try: short, with the product's own voices, cheap to send, kept nowhere but in a cache of sounds. */
import { contentTypeOf } from "../../../workers/speech/formats";
import type { OutputFormat } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { billableCharacters } from "../billing/rules";
import { beginDelivery } from "./delivery";
import { startRecording } from "./keeping";
import { speechMessages } from "./messages";
import type { SpeechDependencies } from "./ports";
import { assemble, requireModel, requireVoices } from "./preparation";
import { requireTextsFit } from "./rules";

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

export interface TryItSound {
  contentType: string;
  body: ReadableStream<Uint8Array>;
}

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
  if (cached) return { contentType, body: cached.body };

  const recorder = startRecording(dependencies, key, TRY_IT_FORMAT);
  const source = await dependencies.engines.speak(speak);
  const { frames, cancel } = await beginDelivery(
    source,
    {
      audio: recorder.append,
      timing: () => {},
      async end(outcome) {
        const storing = outcome === "complete" ? recorder.finish() : recorder.discard();
        dependencies.waitUntil(storing);
      },
    },
    { signal },
  );
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value: frame } = await frames.next();
          if (done) return controller.close();
          if (frame.type === "audio") return controller.enqueue(frame.bytes);
        }
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
  return { contentType, body };
}
