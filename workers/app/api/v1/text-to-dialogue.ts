import { z } from "zod";
import { MAX_DIALOGUE_ENTRIES } from "../../../../app/domains/speech/messages";
import { DEFAULT_DIALOGUE_MODEL_ID } from "../../../../app/domains/speech/models";
import type { Generation, GenerationRequest } from "../../../../app/domains/speech/schema";
import { settingsFromWire } from "../../../../app/domains/voices/settings-wire";
import { type Endpoint, endpoint } from "../endpoint";
import { whileClientStays } from "../while-client-stays";
import { streamedSound, streamedWithTimestamps, wholeSound, wholeWithTimestamps } from "./speech-answers";
import { commonRequest, type SpeechCall } from "./speech-call";
import {
  commonSpeechFields,
  dialogueTimestampsAnswer,
  SPOKEN_TEXT_NOTE,
  speechQuery,
  spokenText,
  text,
  voiceId,
} from "./speech-schemas";
import { soundAnswer } from "./text-to-speech";

const family = "text-to-dialogue";

const body = () =>
  z.object({
    inputs: z
      .array(z.object({ text: spokenText(), voice_id: voiceId() }))
      .min(1)
      .max(MAX_DIALOGUE_ENTRIES)
      .describe(SPOKEN_TEXT_NOTE),
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

/** Entries without text are dropped, as the screens drop them; the others keep the caller's numbers. */
async function begin(call: SpeechCall<z.output<ReturnType<typeof body>>>, delivery: GenerationRequest["delivery"]) {
  const { body, caller, context } = call;
  const settings = settingsFromWire({
    stability: body.settings?.stability ?? undefined,
    similarity_boost: body.settings?.similarity ?? undefined,
  });
  const spoken = body.inputs.map((input, index) => ({ ...input, index })).filter((input) => input.text.trim() !== "");
  const generation: Generation = await context.services.speech.generate(caller, {
    ...commonRequest(call),
    modelId: body.model_id,
    entries: spoken.map((input) => ({ voiceId: input.voice_id, text: input.text, settings })),
    isDialogue: true,
    previousText: body.previous_text ?? undefined,
    nextText: body.future_text ?? undefined,
    delivery,
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
    run: (received) =>
      whileClientStays(received, async (call) => wholeSound((await begin(call, "whole")).generation, call.context)),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-dialogue/stream",
    summary: "Speak a dialogue; the sound is sent while it is made",
    io: soundIo,
    run: (received) =>
      whileClientStays(received, async (call) => streamedSound((await begin(call, "stream")).generation, call.context)),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-dialogue/with-timestamps",
    summary: "Speak a dialogue; the answer has the sound, the time of each character, and who speaks when",
    io: timestampsIo,
    run: (received) =>
      whileClientStays(received, async (call) => {
        const { generation, times } = await begin(call, "whole");
        return wholeWithTimestamps(generation, call.context, times);
      }),
  }),
  endpoint({
    ...shared,
    path: "/v1/text-to-dialogue/stream/with-timestamps",
    summary: "Speak a dialogue; sound, character times and speakers are sent while they are made, a JSON object a line",
    io: timestampsIo,
    run: (received) =>
      whileClientStays(received, async (call) => {
        const { generation, times } = await begin(call, "stream");
        return streamedWithTimestamps(generation, call.context, times);
      }),
  }),
];
