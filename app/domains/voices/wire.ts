/** Voices as the API shows them. Source: contract, `Voice`. */
import type { CatalogueVoice, VoiceSettings } from "./schema";
import { settingsToWire } from "./settings-wire";

/** The model whose previews clients play (spec 001, section 5). */
const PREVIEW_MODEL_ID = "eleven_multilingual_v2";

/** `origin` without a slash at the end. */
function previewUrl(origin: string, voiceId: string, language?: string): string {
  const url = `${origin}/v1/voices/${encodeURIComponent(voiceId)}/preview`;
  return language === undefined ? url : `${url}?language=${encodeURIComponent(language)}`;
}

/** A premade voice. `settings` is null where the caller did not ask for them. */
export function voiceToWire(voice: CatalogueVoice, settings: VoiceSettings | null, origin: string) {
  const { voiceId } = voice.speaker;
  return {
    voice_id: voiceId,
    name: voice.name,
    samples: [],
    category: "premade",
    fine_tuning: {
      is_allowed_to_fine_tune: false,
      state: {},
      verification_failures: [],
      verification_attempts_count: 0,
      manual_verification_requested: false,
      language: voice.language,
      progress: {},
      message: {},
      dataset_duration_seconds: null,
      verification_attempts: null,
      slice_ids: null,
      manual_verification: null,
    },
    labels: {
      accent: voice.accent,
      descriptive: voice.descriptive,
      age: voice.age,
      gender: voice.gender,
      language: voice.language,
      use_case: voice.useCase,
    },
    description: voice.description,
    preview_url: previewUrl(origin, voiceId),
    available_for_tiers: [],
    settings: settings && settingsToWire(settings),
    sharing: null,
    high_quality_base_model_ids: ["eleven_v3", "eleven_multilingual_v2", "eleven_turbo_v2_5", "eleven_flash_v2_5"],
    verified_languages: voice.verifiedLanguages.map(({ language, locale, accent }) => ({
      language,
      model_id: PREVIEW_MODEL_ID,
      accent,
      locale,
      preview_url: previewUrl(origin, voiceId, language),
    })),
    collection_ids: [],
    safety_control: null,
    voice_verification: {
      requires_verification: false,
      is_verified: false,
      verification_failures: [],
      verification_attempts_count: 0,
      language: null,
      verification_attempts: null,
    },
    permission_on_resource: null,
    is_owner: false,
    is_legacy: false,
    is_mixed: false,
    favorited_at_unix: null,
    created_at_unix: null,
    is_bookmarked: null,
    recording_quality: null,
    labelling_status: null,
    recording_quality_reason: null,
  };
}
