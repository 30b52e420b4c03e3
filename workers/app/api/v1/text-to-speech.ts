import { z } from "zod";
import { DEFAULT_MODEL_ID } from "../../../../app/domains/speech/models";
import type { Generation, GenerationRequest } from "../../../../app/domains/speech/schema";
import { contentTypeOf } from "../../../speech/formats";
import { OUTPUT_FORMATS } from "../../../speech/protocol";
import type { RequestContext } from "../../context";
import type { Caller } from "../caller";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { streamedSound, streamedWithTimestamps, wholeSound, wholeWithTimestamps } from "./speech-answers";
import {
  commonSpeechFields,
  refuseUnavailable,
  settingsFromWire,
  speechQuery,
  text,
  timestampsAnswer,
  voiceId,
  voiceSettingsSchema,
} from "./speech-schemas";

const family = "text-to-speech";
const params = () => z.object({ voice_id: voiceId() });

const body = () =>
  z.object({
    text: text(),
    model_id: z
      .string()
      .max(100)
      .nullish()
      .transform((id) => id ?? DEFAULT_MODEL_ID),
    voice_settings: voiceSettingsSchema()
      .nullish()
      .transform((settings) => settings ?? undefined),
    previous_text: text().nullish(),
    next_text: text().nullish(),
    ...commonSpeechFields(),
  });

/** Content types of all output formats. */
export const soundAnswer = () => binary([...new Set(OUTPUT_FORMATS.map(contentTypeOf))], "The sound");

interface SpeechCall {
  params: z.output<ReturnType<typeof params>>;
  query: z.output<ReturnType<typeof speechQuery>>;
  body: z.output<ReturnType<typeof body>>;
  caller: Caller;
  context: RequestContext;
  request: Request;
}

async function begin(call: SpeechCall, delivery: GenerationRequest["delivery"]): Promise<Generation> {
  const { caller, context, request } = call;
  refuseUnavailable(call.body);
  return context.services.speech.generate(caller, {
    requestId: context.requestId,
    modelId: call.body.model_id,
    entries: [
      { voiceId: call.params.voice_id, text: call.body.text, settings: settingsFromWire(call.body.voice_settings) },
    ],
    isDialogue: false,
    outputFormat: call.query.output_format,
    languageCode: call.body.language_code,
    seed: call.body.seed,
    normalization: call.body.apply_text_normalization ?? "auto",
    previousText: call.body.previous_text ?? undefined,
    nextText: call.body.next_text ?? undefined,
    previousRequestIds: call.body.previous_request_ids,
    nextRequestIds: call.body.next_request_ids,
    keepInHistory: call.query.enable_logging,
    delivery,
    signal: request.signal,
  });
}

const shared = { method: "post", auth: "account", rateLimit: "speech", family } as const;

export const textToSpeechEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id",
    summary: "Speak a text; the answer is the finished sound",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: soundAnswer() }),
    run: async (call) => wholeSound(await begin(call, "whole"), call.context),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/stream",
    summary: "Speak a text; the sound is sent while it is made",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: soundAnswer() }),
    run: async (call) => streamedSound(await begin(call, "stream"), call.context),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/with-timestamps",
    summary: "Speak a text; the answer has the sound and the time of each character",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: timestampsAnswer() }),
    run: async (call) => wholeWithTimestamps(await begin(call, "whole"), call.context, {}),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/stream/with-timestamps",
    summary: "Speak a text; sound and character times are sent while they are made, a JSON object a line",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: timestampsAnswer() }),
    run: async (call) => streamedWithTimestamps(await begin(call, "stream"), call.context, {}),
  }),
];
