/** Wire schemas that all ways of asking for speech share. Source: contract, `text-to-speech` and `text-to-dialogue`. */
import { z } from "zod";
import { speechMessages } from "../../../../app/domains/speech/messages";
import { VOICE_SETTING_BOUNDS } from "../../../../app/domains/voices/schema";
import { AppError } from "../../../../app/lib/app-error";
import { OUTPUT_FORMATS } from "../../../speech/protocol";
import { MAX_BREAK_MS, MAX_BREAKS_PER_ENTRY_MS } from "../../../speech/text/pauses";
import { optionalQueryInteger, queryBoolean, queryText } from "../query-parameters";

/** More than the longest text of any model; models set their own limits. */
const MAX_TEXT_LENGTH = 200_000;
export const text = () => z.string().max(MAX_TEXT_LENGTH);
const LONGEST_BREAK = `${MAX_BREAK_MS / 1000} s`;
/** What callers have to know of texts that are spoken. */
export const SPOKEN_TEXT_NOTE = `<break time="1.5s" /> or [pause 1.5s] in a text is a silence of that length, at most ${LONGEST_BREAK} (longer ones are shortened to it) and ${MAX_BREAKS_PER_ENTRY_MS / 60_000} minutes in all`;
export const spokenText = () => text().describe(SPOKEN_TEXT_NOTE);
const nullable = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? undefined);
const bounded = ({ min, max }: { min: number; max: number }) => nullable(z.number().min(min).max(max));

export const voiceId = () => z.string().min(1).max(100);

export const voiceSettingsSchema = () =>
  z.object({
    stability: bounded(VOICE_SETTING_BOUNDS.stability),
    similarity_boost: bounded(VOICE_SETTING_BOUNDS.similarityBoost),
    style: bounded(VOICE_SETTING_BOUNDS.style),
    use_speaker_boost: nullable(z.boolean()),
    speed: bounded(VOICE_SETTING_BOUNDS.speed),
  });

export const outputFormat = () => z.enum(OUTPUT_FORMATS).default("mp3_44100_128");
export const seed = () => nullable(z.int().min(0).max(4_294_967_295));
export const normalization = () => nullable(z.enum(["auto", "on", "off"]));
export const languageCode = () => nullable(z.string().trim().min(2).max(35));

/** Query of an operation that answers sound. */
export const speechQuery = () =>
  z.object({
    output_format: queryText(outputFormat()),
    enable_logging: queryBoolean(true),
    /** Taken for compatibility: the first clause always goes first here. */
    optimize_streaming_latency: optionalQueryInteger({ min: 0, max: 4 }),
  });

interface Effect {
  schema: () => z.ZodType;
  /** Whether a value leaves the sound as it is. */
  isPlain: (value: unknown) => boolean;
}

const presetId: Effect = { schema: () => z.string().max(100), isPlain: () => false };
const isZero = (value: unknown) => value === 0;

/** Effects on the finished sound. Source: contract, `EffectsSpecInput`; bounds of `pan` from the official client. */
const AUDIO_EFFECTS: Readonly<Record<string, Effect>> = {
  filter_preset_id: presetId,
  distance: { schema: () => z.number().min(0).max(1), isPlain: isZero },
  environment_id: presetId,
  background_noise_id: presetId,
  // How much of the voice the environment echoes: all of it where nothing is said, none with 0. What lies between is a wish.
  send_level: { schema: () => z.number().min(0).max(1), isPlain: (value) => value === 0 || value === 1 },
  pan: { schema: () => z.number().min(-1).max(1), isPlain: isZero },
  // It changes nothing in the contract either.
  seed: { schema: () => z.int(), isPlain: () => true },
};

const audioEffects = () =>
  z
    .object(Object.fromEntries(Object.entries(AUDIO_EFFECTS).map(([name, { schema }]) => [name, schema().nullish()])))
    .describe("Only values that leave the sound as it is");

const requestIds = () => nullable(z.array(z.string().max(100)).max(3));

/** A switch that is taken for compatibility, and checked, but has nothing to switch. */
export const unheeded = (why: string) => nullable(z.boolean().describe(`Changes nothing: ${why}`));

/** Fields of a body that mean the same for speech and dialogue. */
export const commonSpeechFields = () => ({
  language_code: languageCode(),
  seed: seed(),
  previous_request_ids: requestIds(),
  next_request_ids: requestIds(),
  apply_text_normalization: normalization(),
  pronunciation_dictionary_locators: nullable(
    z.array(z.object({ pronunciation_dictionary_id: z.string(), version_id: z.string().nullish() })).max(3),
  ),
  audio_effects: nullable(audioEffects()),
  use_pvc_as_ivc: unheeded("no voice here has a professional and an instant version"),
});

interface UnavailableParts {
  pronunciation_dictionary_locators?: unknown[];
  audio_effects?: Record<string, unknown>;
}

/** Refuses (400) what the product does not have yet, rather than leaving it out without a word. */
export function refuseUnavailable(body: UnavailableParts): void {
  if ((body.pronunciation_dictionary_locators?.length ?? 0) > 0) {
    const param = "pronunciation_dictionary_locators";
    throw new AppError("invalid_request", 400, speechMessages.dictionariesMissing, { param });
  }
  const effects = Object.entries(body.audio_effects ?? {});
  if (effects.some(([name, value]) => value !== null && value !== undefined && !AUDIO_EFFECTS[name]?.isPlain(value))) {
    throw new AppError("invalid_request", 400, speechMessages.effectsMissing, { param: "audio_effects" });
  }
}

const alignment = () =>
  z.object({
    characters: z.array(z.string()),
    character_start_times_seconds: z.array(z.number()),
    character_end_times_seconds: z.array(z.number()),
  });

export const timestampsAnswer = () =>
  z.object({
    audio_base64: z.string(),
    alignment: alignment().nullable(),
    normalized_alignment: alignment().nullable(),
  });

export const dialogueTimestampsAnswer = () =>
  timestampsAnswer().extend({
    voice_segments: z.array(
      z.object({
        voice_id: z.string(),
        start_time_seconds: z.number(),
        end_time_seconds: z.number(),
        character_start_index: z.int(),
        character_end_index: z.int(),
        dialogue_input_index: z.int(),
      }),
    ),
  });
