/**
 * The dialect of OpenAI-style speech servers, so that tools which speak it work by changing the base URL.
 * Source: https://platform.openai.com/docs/api-reference/audio/createSpeech
 */
import { z } from "zod";
import { DEFAULT_MODEL_ID, findModel, MODELS } from "../../../../app/domains/speech/models";
import { VOICE_SETTING_BOUNDS } from "../../../../app/domains/voices/schema";
import { voiceNotFound } from "../../../../app/domains/voices/service";
import type { OutputFormat } from "../../../speech/protocol";
import { type Endpoint, endpoint } from "../endpoint";
import { whileClientStays } from "../while-client-stays";
import { streamedSound } from "./speech-answers";
import { spokenText } from "./speech-schemas";
import { soundAnswer } from "./text-to-speech";

const family = "audio-speech";

/** Raw samples are 24 kHz in this dialect. */
const FORMATS: Record<"mp3" | "wav" | "pcm" | "opus", OutputFormat> = {
  mp3: "mp3_44100_128",
  wav: "wav_24000",
  pcm: "pcm_24000",
  opus: "opus_48000_64",
};

/** Names that tools of the dialect have built in, and what stands for them here. */
const MODEL_OF_NAME: Record<string, string> = {
  "tts-1": "eleven_flash_v2_5",
  "tts-1-hd": "eleven_multilingual_v2",
  "gpt-4o-mini-tts": "eleven_multilingual_v2",
};
const VOICE_OF_NAME: Record<string, string> = {
  alloy: "Quinn",
  ash: "Daniel",
  ballad: "Callum",
  coral: "Maya",
  echo: "Marcus",
  fable: "Isla",
  nova: "Clara",
  onyx: "Victor",
  sage: "Helen",
  shimmer: "Nora",
  verse: "Felix",
};

/** What tools of the dialect may ask for, 1 being a voice's own pace. */
const SPEED = { min: 0.25, max: 4 };
const SPOKEN_SPEED = VOICE_SETTING_BOUNDS.speed;
/** What callers have to know of a pace beyond what voices can do. */
const SPEED_NOTE = `1 is the voice's own pace; slower than ${SPOKEN_SPEED.min} is spoken at ${SPOKEN_SPEED.min}, faster than ${SPOKEN_SPEED.max} at ${SPOKEN_SPEED.max}`;

/** Refused with both ends of what may be asked for, where the usual refusal names the one that was passed. */
const dialectSpeed = () =>
  z
    .number()
    .superRefine((speed, { addIssue }) => {
      if (speed >= SPEED.min && speed <= SPEED.max) return;
      const type = speed < SPEED.min ? "greater_than_equal" : "less_than_equal";
      const message = `Input should be between ${SPEED.min} and ${SPEED.max}`;
      addIssue({ code: "custom", message, params: { type } });
    })
    // For the document, which reads no refinements.
    .meta({ minimum: SPEED.min, maximum: SPEED.max });

const body = () =>
  z.object({
    model: z
      .string()
      .max(100)
      .nullish()
      .transform((model) => model ?? DEFAULT_MODEL_ID),
    input: spokenText(),
    voice: z.union([z.string().min(1).max(100), z.object({ id: z.string().min(1).max(100) })]),
    response_format: z
      .enum(["mp3", "wav", "pcm", "opus"])
      .nullish()
      .transform((format) => format ?? "mp3"),
    speed: dialectSpeed().nullish().describe(SPEED_NOTE),
    /** Sound is always sent as it is made; events are not offered. */
    stream_format: z.enum(["audio"]).nullish(),
  });

export const audioSpeechEndpoints: Endpoint[] = [
  endpoint({
    method: "post",
    path: "/v1/audio/speech",
    auth: "account",
    rateLimit: "speech",
    summary: "Speak a text, in the OpenAI dialect",
    family,
    io: () => ({ body: body(), response: soundAnswer() }),
    run: (call) =>
      whileClientStays(call, async ({ caller, services, context, body, signal }) => {
        const { min, max } = SPOKEN_SPEED;
        const generation = await services.speech.generate(caller, {
          requestId: context.requestId,
          modelId: MODEL_OF_NAME[body.model] ?? body.model,
          entries: [
            {
              voiceId: voiceIdOf(services, typeof body.voice === "string" ? body.voice : body.voice.id),
              text: body.input,
              settings: body.speed ? { speed: Math.min(max, Math.max(min, body.speed)) } : {},
            },
          ],
          isDialogue: false,
          outputFormat: FORMATS[body.response_format],
          normalization: "auto",
          keepInHistory: true,
          delivery: "stream",
          signal,
        });
        return streamedSound(generation, context);
      }),
  }),
  endpoint({
    method: "get",
    path: "/v1/audio/models",
    auth: "account",
    rateLimit: "api",
    summary: "List the models that speak, in the OpenAI dialect",
    family,
    io: () => ({
      response: z.object({
        object: z.literal("list"),
        data: z.array(z.object({ id: z.string(), object: z.literal("model"), created: z.int(), owned_by: z.string() })),
        models: z.array(z.object({ id: z.string(), name: z.string() })),
      }),
    }),
    run: () => {
      const own = MODELS.filter((model) => model.canDoTextToSpeech);
      const named = Object.entries(MODEL_OF_NAME).map(([id, modelId]) => ({
        id,
        name: findModel(modelId)?.name ?? id,
      }));
      const models = [...own.map((model) => ({ id: model.modelId, name: model.name })), ...named];
      const data = models.map(({ id }) => ({ id, object: "model" as const, created: 0, owned_by: "parlando" }));
      return { object: "list" as const, data, models };
    },
  }),
  endpoint({
    method: "get",
    path: "/v1/audio/voices",
    auth: "account",
    rateLimit: "api",
    summary: "List the voices, as tools of the OpenAI dialect ask for them",
    family,
    io: () => ({ response: z.object({ voices: z.array(z.object({ id: z.string(), name: z.string() })) }) }),
    run: async ({ caller, services }) => {
      const all = await services.voices.listAll(caller.workspaceId);
      return { voices: all.map(({ voice }) => ({ id: voice.speaker.voiceId, name: voice.name })) };
    },
  }),
];

type VoiceFinder = { voices: { findVoiceByIdOrName(name: string): { speaker: { voiceId: string } } | undefined } };

/** By id, by name, or by a name of the dialect. */
function voiceIdOf({ voices }: VoiceFinder, name: string): string {
  const own = voices.findVoiceByIdOrName(name);
  const alias = VOICE_OF_NAME[name.toLowerCase()];
  const voice = own ?? (alias === undefined ? undefined : voices.findVoiceByIdOrName(alias));
  if (!voice) throw voiceNotFound(name, "name or ID");
  return voice.speaker.voiceId;
}
