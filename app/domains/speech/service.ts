/** Speech from text: one request, a stream of texts, or a visitor's try. */
import type { SpeakRequest } from "../../../workers/speech/protocol";
import { generate } from "./generation";
import type { SpeechDependencies } from "./ports";
import { markupOf, requireModel, requireVoices } from "./preparation";
import type { Generation, GenerationCaller, GenerationRequest } from "./schema";
import { type StreamedText, type StreamedTextOptions, streamText } from "./streamed-text";
import { speakForVisitor, type TryItRequest, type TryItSound } from "./try-it";

export type { Generation, GenerationCaller, GenerationRequest } from "./schema";

export interface SpeechService {
  /**
   * Starts a generation and answers once its first audio is there. Read its frames to the end, or cancel it.
   * @throws AppError model_not_found, model_can_not_do_text_to_speech, text_empty, max_character_limit_exceeded (400), quota_exceeded (401),
   * output_format_not_allowed (403), voice_not_found (404), too_many_concurrent_requests (429), generation_failed,
   * system_busy, engine_not_configured (5xx). What throws here costs nothing.
   */
  generate(caller: GenerationCaller, request: GenerationRequest): Promise<Generation>;
  /** Refuses a model or voice that cannot speak, before anything is asked of them: model_not_found, voice_not_found. */
  requireSpeakable(caller: GenerationCaller, wanted: { voiceId: string; modelId: string }): Promise<void>;
  /** What is markup in the text of such a stream. @throws AppError as `requireSpeakable` for its model. */
  markupOf(stream: { modelId: string; readsSsml?: boolean }): SpeakRequest["markup"];
  /** Speaks a text that arrives in pieces; see `StreamedText`. */
  streamText(caller: GenerationCaller, options: StreamedTextOptions): StreamedText;
  /** Speaks a short text for a visitor; see `speakForVisitor`. */
  speakForVisitor(request: TryItRequest): Promise<TryItSound>;
}

export function createSpeechService(dependencies: SpeechDependencies): SpeechService {
  return {
    generate(caller, request) {
      const starting = generate(dependencies, caller, request);
      // From the first moment, so that a client that leaves early does not end the clean-up with its request.
      dependencies.waitUntil(starting.then((generation) => generation.finished).catch(() => {}));
      return starting;
    },
    async requireSpeakable({ workspaceId }, { voiceId, modelId }) {
      requireModel(dependencies, modelId);
      await requireVoices(dependencies, workspaceId, [{ voiceId }]);
    },
    markupOf: (stream) => markupOf(requireModel(dependencies, stream.modelId), stream),
    streamText: (caller, options) => streamText(dependencies, caller, options),
    speakForVisitor: (request) => speakForVisitor(dependencies, request),
  };
}
