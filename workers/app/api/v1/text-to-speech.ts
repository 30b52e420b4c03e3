import { z } from "zod";
import { DEFAULT_MODEL_ID } from "../../../../app/domains/speech/models";
import type { Generation, GenerationRequest } from "../../../../app/domains/speech/schema";
import { settingsFromWire } from "../../../../app/domains/voices/settings-wire";
import { contentTypeOf } from "../../../speech/formats";
import { OUTPUT_FORMATS } from "../../../speech/protocol";
import { binary, type Endpoint, endpoint } from "../endpoint";
import { whileClientStays } from "../while-client-stays";
import { streamedSound, streamedWithTimestamps, wholeSound, wholeWithTimestamps } from "./speech-answers";
import { commonRequest, type SpeechCall } from "./speech-call";
import {
  commonSpeechFields,
  speechQuery,
  spokenText,
  text,
  timestampsAnswer,
  unheeded,
  voiceId,
  voiceSettingsSchema,
} from "./speech-schemas";

const family = "text-to-speech";
const params = () => z.object({ voice_id: voiceId() });

const body = () =>
  z.object({
    text: spokenText(),
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
    apply_language_text_normalization: unheeded("Japanese is always spoken by its readings"),
    ...commonSpeechFields(),
  });

/** Content types of all output formats. */
export const soundAnswer = () => binary([...new Set(OUTPUT_FORMATS.map(contentTypeOf))], "The sound");

interface TextCall extends SpeechCall<z.output<ReturnType<typeof body>>> {
  params: z.output<ReturnType<typeof params>>;
}

async function begin(call: TextCall, delivery: GenerationRequest["delivery"]): Promise<Generation> {
  const { params, body, caller, context } = call;
  return context.services.speech.generate(caller, {
    ...commonRequest(call),
    modelId: body.model_id,
    entries: [{ voiceId: params.voice_id, text: body.text, settings: settingsFromWire(body.voice_settings) }],
    isDialogue: false,
    previousText: body.previous_text ?? undefined,
    nextText: body.next_text ?? undefined,
    delivery,
  });
}

const shared = { method: "post", auth: "account", rateLimit: "speech", family } as const;

export const textToSpeechEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id",
    summary: "Speak a text; the answer is the finished sound",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: soundAnswer() }),
    run: (received) => whileClientStays(received, async (call) => wholeSound(await begin(call, "whole"), call.context)),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/stream",
    summary: "Speak a text; the sound is sent while it is made",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: soundAnswer() }),
    run: (received) =>
      whileClientStays(received, async (call) => streamedSound(await begin(call, "stream"), call.context)),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/with-timestamps",
    summary: "Speak a text; the answer has the sound and the time of each character",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: timestampsAnswer() }),
    run: (received) =>
      whileClientStays(received, async (call) => wholeWithTimestamps(await begin(call, "whole"), call.context, {})),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-speech/:voice_id/stream/with-timestamps",
    summary: "Speak a text; sound and character times are sent while they are made, a JSON object a line",
    io: () => ({ params: params(), query: speechQuery(), body: body(), response: timestampsAnswer() }),
    run: (received) =>
      whileClientStays(received, async (call) => streamedWithTimestamps(await begin(call, "stream"), call.context, {})),
  }),
];
