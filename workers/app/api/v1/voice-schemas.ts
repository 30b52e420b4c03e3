/** Wire schemas of voices, in the order of the contract's `Voice`. */
import { z } from "zod";
import { VOICE_SETTING_BOUNDS } from "../../../../app/domains/voices/schema";

const bounded = ({ min, max }: { min: number; max: number }) => z.number().min(min).max(max);

/** Settings as answered: all there. */
export const voiceSettingsSchema = () =>
  z.object({
    stability: z.number(),
    similarity_boost: z.number(),
    style: z.number(),
    use_speaker_boost: z.boolean(),
    speed: z.number(),
  });

/** Settings as sent: each may be missing, or null for the default. */
export const voiceSettingsInputSchema = () =>
  z.object({
    stability: bounded(VOICE_SETTING_BOUNDS.stability).nullish(),
    similarity_boost: bounded(VOICE_SETTING_BOUNDS.similarityBoost).nullish(),
    style: bounded(VOICE_SETTING_BOUNDS.style).nullish(),
    use_speaker_boost: z.boolean().nullish(),
    speed: bounded(VOICE_SETTING_BOUNDS.speed).nullish(),
  });
export type VoiceSettingsInput = z.output<ReturnType<typeof voiceSettingsInputSchema>>;

export const voiceSchema = () =>
  z.object({
    voice_id: z.string(),
    name: z.string(),
    samples: z.array(z.looseObject({})),
    category: z.string(),
    fine_tuning: z.looseObject({ is_allowed_to_fine_tune: z.boolean() }).nullable(),
    labels: z.record(z.string(), z.string()),
    description: z.string().nullable(),
    preview_url: z.string().nullable(),
    available_for_tiers: z.array(z.string()),
    settings: voiceSettingsSchema().nullable(),
    sharing: z.looseObject({}).nullable(),
    high_quality_base_model_ids: z.array(z.string()),
    verified_languages: z.array(
      z.object({
        language: z.string(),
        model_id: z.string(),
        accent: z.string().nullable(),
        locale: z.string().nullable(),
        preview_url: z.string().nullable(),
      }),
    ),
    collection_ids: z.array(z.string()),
    safety_control: z.string().nullable(),
    voice_verification: z
      .looseObject({
        requires_verification: z.boolean(),
        is_verified: z.boolean(),
        verification_failures: z.array(z.string()),
        verification_attempts_count: z.int(),
      })
      .nullable(),
    permission_on_resource: z.string().nullable(),
    is_owner: z.boolean(),
    is_legacy: z.boolean(),
    is_mixed: z.boolean(),
    favorited_at_unix: z.int().nullable(),
    created_at_unix: z.int().nullable(),
    is_bookmarked: z.boolean().nullable(),
    recording_quality: z.string().nullable(),
    labelling_status: z.string().nullable(),
    recording_quality_reason: z.string().nullable(),
  });
