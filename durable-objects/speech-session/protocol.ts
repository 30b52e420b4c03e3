/**
 * What goes over the sockets `stream-input` and `multi-stream-input`. Source: contract, `realtime.json`. Clients write
 * some names in two ways; both are read.
 */
import { z } from "zod";
import { VOICE_SETTING_BOUNDS } from "../../app/domains/voices/schema";
import { settingsFromWire } from "../../app/domains/voices/settings-wire";
import type { AppError } from "../../app/lib/app-error";
import type { Alignment } from "../../workers/speech/protocol";

/** The most characters a message may have; the longest text of any model fits. */
export const MAX_MESSAGE_CHARACTERS = 300_000;
export const DEFAULT_CHUNK_LENGTH_SCHEDULE = [120, 160, 250, 290];
export const DEFAULT_INACTIVITY_SECONDS = 20;
export const MAX_INACTIVITY_SECONDS = 180;
export const MAX_CONTEXTS = 5;
/** What a client that names no context speaks in. */
export const DEFAULT_CONTEXT_ID = "default";

/** Close codes of RFC 6455, section 7.4.1. */
export const CLOSE_NORMAL = 1000;
export const CLOSE_POLICY = 1008;
export const CLOSE_TOO_BIG = 1009;
export const CLOSE_INTERNAL = 1011;

/** How a socket is closed after a failure: by whose fault it is. */
export const closeCodeOf = (error: AppError): number => (error.status >= 500 ? CLOSE_INTERNAL : CLOSE_POLICY);

const absent = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);

const bounded = ({ min, max }: { min: number; max: number }) => absent(z.number().min(min).max(max));

const voiceSettings = z
  .object({
    stability: bounded(VOICE_SETTING_BOUNDS.stability),
    similarity_boost: bounded(VOICE_SETTING_BOUNDS.similarityBoost),
    style: bounded(VOICE_SETTING_BOUNDS.style),
    use_speaker_boost: absent(z.boolean()),
    speed: bounded(VOICE_SETTING_BOUNDS.speed),
  })
  .transform(settingsFromWire);

const generationConfig = z.object({
  chunk_length_schedule: absent(z.array(z.number().min(50).max(500)).min(1).max(20)),
});

const credential = () => absent(z.string().max(5000));

export const clientMessageSchema = z
  .object({
    text: absent(z.string()),
    voice_settings: absent(voiceSettings),
    generation_config: absent(generationConfig),
    generator_config: absent(generationConfig),
    pronunciation_dictionary_locators: absent(z.array(z.unknown())),
    try_trigger_generation: absent(z.boolean()),
    flush: absent(z.boolean()),
    context_id: absent(z.string().min(1).max(200)),
    contextId: absent(z.string().min(1).max(200)),
    close_context: absent(z.boolean()),
    close_socket: absent(z.boolean()),
    "xi-api-key": credential(),
    xi_api_key: credential(),
    authorization: credential(),
    single_use_token: credential(),
  })
  .transform((wire) => ({
    text: wire.text,
    voiceSettings: wire.voice_settings,
    chunkLengthSchedule: (wire.generation_config ?? wire.generator_config)?.chunk_length_schedule,
    hasDictionaries: (wire.pronunciation_dictionary_locators?.length ?? 0) > 0,
    tryTriggerGeneration: wire.try_trigger_generation ?? false,
    flush: wire.flush ?? false,
    contextId: wire.context_id ?? wire.contextId,
    closeContext: wire.close_context ?? false,
    closeSocket: wire.close_socket ?? false,
    apiKey: wire["xi-api-key"] ?? wire.xi_api_key,
    authorization: wire.authorization,
    singleUseToken: wire.single_use_token,
  }));
export type ClientMessage = z.output<typeof clientMessageSchema>;

/** Times of a message's characters, from the beginning of that message's sound. */
export interface WireAlignment {
  chars: string[];
  charStartTimesMs: number[];
  charDurationsMs: number[];
}

export type ServerMessage =
  | {
      audio: string;
      isFinal: null;
      normalizedAlignment: WireAlignment | null;
      alignment: WireAlignment | null;
      contextId?: string;
    }
  | { audio: null; isFinal: true; normalizedAlignment: null; alignment: null; contextId?: string }
  | { message: string; error: string; code: number; contextId?: string };

/** An alignment in the socket's form, with its times counted from `fromSeconds`. */
export function wireAlignment(alignment: Alignment, fromSeconds: number): WireAlignment {
  const startsMs = alignment.characterStartTimesSeconds.map((time) =>
    Math.max(0, Math.round((time - fromSeconds) * 1000)),
  );
  const endsMs = alignment.characterEndTimesSeconds.map((time) => Math.max(0, Math.round((time - fromSeconds) * 1000)));
  return {
    chars: alignment.characters,
    charStartTimesMs: startsMs,
    charDurationsMs: endsMs.map((end, i) => Math.max(0, end - startsMs[i]!)),
  };
}

export const finalMessage = (contextId?: string): ServerMessage => ({
  audio: null,
  isFinal: true,
  normalizedAlignment: null,
  alignment: null,
  ...(contextId === undefined ? {} : { contextId }),
});
