import type { SpeakerVoice } from "../../../../workers/speech/protocol";

export interface VoiceLabels {
  gender: "female" | "male" | "neutral";
  age: "young" | "middle_aged" | "old";
  /** Lower case English, e.g. `american`, `brazilian`. */
  accent: string;
  use_case:
    | "narration"
    | "conversational"
    | "informative_educational"
    | "news"
    | "characters"
    | "advertisement"
    | "social_media";
  descriptive: string;
  /** Base code of the voice's language. */
  language: string;
}

/** A voice that ships with the product. Pure data: nothing here is stored in the database. */
export interface CatalogueVoice {
  /** 20 letters and digits, never changed once published. */
  voiceId: string;
  name: string;
  description: string;
  labels: VoiceLabels;
  /** BCP 47 base code, e.g. `en`, `fil`. */
  language: string;
  /** Base codes of languages the voice was checked in, its own first. It speaks all others too. */
  verifiedLanguages: string[];
  /** What its preview says, in its own language. */
  previewText: string;
  speaker: SpeakerVoice;
}
