/** What all calls that ask for speech hand to a generation alike. */
import type { z } from "zod";
import type { GenerationRequest } from "../../../../app/domains/speech/schema";
import type { RequestContext } from "../../context";
import type { Caller } from "../caller";
import { type commonSpeechFields, refuseUnavailable, type speechQuery } from "./speech-schemas";

type CommonBody = z.output<z.ZodObject<ReturnType<typeof commonSpeechFields>>>;

export interface SpeechCall<Body> {
  query: z.output<ReturnType<typeof speechQuery>>;
  body: Body;
  caller: Caller;
  context: RequestContext;
  /** Fires when the client leaves before the answer begins. */
  signal: AbortSignal;
}

/**
 * The parts of a generation that speech and dialogue name alike.
 * @throws AppError invalid_request (400) for what the product does not have
 */
export function commonRequest({ query, body, context, signal }: SpeechCall<CommonBody>) {
  refuseUnavailable(body);
  return {
    requestId: context.requestId,
    outputFormat: query.output_format,
    languageCode: body.language_code,
    seed: body.seed,
    normalization: body.apply_text_normalization ?? "auto",
    previousRequestIds: body.previous_request_ids,
    nextRequestIds: body.next_request_ids,
    keepInHistory: query.enable_logging,
    signal,
  } satisfies Partial<GenerationRequest>;
}
