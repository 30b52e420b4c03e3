import { z } from "zod";
import { MAX_DIALOGUE_ENTRIES } from "../../../../app/domains/speech/messages";
import { DEFAULT_DIALOGUE_MODEL_ID } from "../../../../app/domains/speech/models";
import type { Generation, GenerationRequest } from "../../../../app/domains/speech/schema";
import type { RequestContext } from "../../context";
import type { Caller } from "../caller";
import { type Endpoint, endpoint } from "../endpoint";
import { streamedSound, streamedWithTimestamps, wholeSound, wholeWithTimestamps } from "./speech-answers";
import {
  commonSpeechFields,
  dialogueTimestampsAnswer,
  refuseUnavailable,
  settingsFromWire,
  speechQuery,
  text,
  voiceId,
} from "./speech-schemas";
import { soundAnswer } from "./text-to-speech";

const family = "text-to-dialogue";

const body = () =>
  z.object({
    inputs: z
      .array(z.object({ text: text(), voice_id: voiceId() }))
      .min(1)
      .max(MAX_DIALOGUE_ENTRIES),
    model_id: z
      .string()
      .max(100)
      .nullish()
      .transform((id) => id ?? DEFAULT_DIALOGUE_MODEL_ID),
    settings: z
      .object({ stability: z.number().min(0).max(1).nullish(), similarity: z.number().min(0).max(1).nullish() })
      .nullish(),
    previous_text: text().nullish(),
    future_text: text().nullish(),
    ...commonSpeechFields(),
  });

interface DialogueCall {
  query: z.output<ReturnType<typeof speechQuery>>;
  body: z.output<ReturnType<typeof body>>;
  caller: Caller;
  context: RequestContext;
  request: Request;
}

/** Entries without text are dropped, as the screens drop them; the others keep the caller's numbers. */
async function begin(call: DialogueCall, delivery: GenerationRequest["delivery"]) {
  const { caller, context, request } = call;
  refuseUnavailable(call.body);
  const settings = settingsFromWire({
    stability: call.body.settings?.stability ?? undefined,
    similarity_boost: call.body.settings?.similarity ?? undefined,
    style: undefined,
    use_speaker_boost: undefined,
    speed: undefined,
  });
  const spoken = call.body.inputs
    .map((input, index) => ({ ...input, index }))
    .filter((input) => input.text.trim() !== "");
  const generation: Generation = await context.services.speech.generate(caller, {
    requestId: context.requestId,
    modelId: call.body.model_id,
    entries: spoken.map((input) => ({ voiceId: input.voice_id, text: input.text, settings })),
    isDialogue: true,
    outputFormat: call.query.output_format,
    languageCode: call.body.language_code,
    seed: call.body.seed,
    normalization: call.body.apply_text_normalization ?? "auto",
    previousText: call.body.previous_text ?? undefined,
    nextText: call.body.future_text ?? undefined,
    previousRequestIds: call.body.previous_request_ids,
    nextRequestIds: call.body.next_request_ids,
    keepInHistory: call.query.enable_logging,
    delivery,
    signal: request.signal,
  });
  return { generation, times: { dialogueIndexes: spoken.map((input) => input.index) } };
}

const shared = { method: "post", auth: "account", rateLimit: "speech", family } as const;
const soundIo = () => ({ query: speechQuery(), body: body(), response: soundAnswer() });
const timestampsIo = () => ({ query: speechQuery(), body: body(), response: dialogueTimestampsAnswer() });

export const textToDialogueEndpoints: Endpoint[] = [
  endpoint({
    ...shared,
    path: "/v1/text-to-dialogue",
    summary: "Speak a dialogue; the answer is the finished sound",
    io: soundIo,
    run: async (call) => wholeSound((await begin(call, "whole")).generation, call.context),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-dialogue/stream",
    summary: "Speak a dialogue; the sound is sent while it is made",
    io: soundIo,
    run: async (call) => streamedSound((await begin(call, "stream")).generation, call.context),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-dialogue/with-timestamps",
    summary: "Speak a dialogue; the answer has the sound, the time of each character, and who speaks when",
    io: timestampsIo,
    async run(call) {
      const { generation, times } = await begin(call, "whole");
      return wholeWithTimestamps(generation, call.context, times);
    },
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-dialogue/stream/with-timestamps",
    summary: "Speak a dialogue; sound, character times and speakers are sent while they are made, a JSON object a line",
    io: timestampsIo,
    async run(call) {
      const { generation, times } = await begin(call, "stream");
      return streamedWithTimestamps(generation, call.context, times);
    },
  }),
];
