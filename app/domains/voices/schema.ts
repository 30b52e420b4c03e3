/** A voice as the product knows it. Source: spec 001, section 3 (voice); contract, family `voices`. */
import type { SpeakerVoice, VoiceSettings } from "../../../workers/speech/protocol";

export type { SpeakerVoice, VoiceSettings };

/** A language a voice was checked in. */
export interface VerifiedLanguage {
  /** ISO 639-1, as clients send it in `language_code`. */
  language: string;
  /** BCP 47, e.g. `en-US`. */
  locale: string;
  accent: string;
}

/** A voice of the premade catalogue. */
export interface CatalogueVoice {
  name: string;
  description: string;
  gender: "female" | "male" | "neutral";
  age: "young" | "middle_aged" | "old";
  accent: string;
  /** ISO 639-1 of the language it was made for. */
  language: string;
  useCase: string;
  /** One word for its character, e.g. `warm`. */
  descriptive: string;
  verifiedLanguages: VerifiedLanguage[];
  /** What its preview says, in its own language. */
  previewText: string;
  /** How engines make it; its `voiceId` is the voice's id everywhere. */
  speaker: SpeakerVoice;
}

/** Contract: stability 0..1 (0.5), similarity_boost 0..1 (0.75), style 0..1 (0), use_speaker_boost (true), speed 0.7..1.2 (1). */
export const DEFAULT_VOICE_SETTINGS: Readonly<VoiceSettings> = {
  stability: 0.5,
  similarityBoost: 0.75,
  style: 0,
  useSpeakerBoost: true,
  speed: 1,
};

/** A workspace's settings for voices, as they are stored. */
export interface StoredVoiceSettings {
  /** Of the voices without settings of their own: the workspace's, else the product's. */
  defaults: VoiceSettings;
  /** By voice id; only of voices that have settings of their own. */
  ofVoices: Record<string, VoiceSettings>;
}

export const VOICE_SETTING_BOUNDS = {
  stability: { min: 0, max: 1 },
  similarityBoost: { min: 0, max: 1 },
  style: { min: 0, max: 1 },
  speed: { min: 0.7, max: 1.2 },
} as const;

export const VOICE_TYPES = [
  "personal",
  "community",
  "default",
  "workspace",
  "non-default",
  "non-community",
  "saved",
] as const;
export type VoiceType = (typeof VOICE_TYPES)[number];

/** Source: contract, `Voice.category`. */
export const VOICE_CATEGORIES = ["premade", "cloned", "generated", "professional", "famous", "high_quality"] as const;

/** Only professional clones have such a state. Source: the official client's `voices.search`. */
export const FINE_TUNING_STATES = [
  "draft",
  "not_verified",
  "not_started",
  "queued",
  "fine_tuning",
  "fine_tuned",
  "failed",
  "delayed",
] as const;

/** What a list of voices is asked for. Source: contract, `GET /v2/voices`. */
export interface VoiceQuery {
  /** Words that all stand somewhere in name, description, labels or category. */
  search?: string;
  sort?: "created_at_unix" | "name";
  sortDirection?: "asc" | "desc";
  voiceType?: VoiceType;
  category?: (typeof VOICE_CATEGORIES)[number];
  fineTuningState?: (typeof FINE_TUNING_STATES)[number];
  collectionId?: string;
  gender?: string;
  age?: string;
  accent?: string;
  /** Any of them. */
  languages?: string[];
  /** Any of them. */
  useCases?: string[];
  highQuality?: boolean;
  /** Only shared voices have a notice period. */
  minNoticePeriodDays?: number;
  voiceIds?: string[];
}
