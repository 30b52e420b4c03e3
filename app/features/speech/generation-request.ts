import type { VoiceSettings } from "~/domains/voices/schema";
import { settingsToWire } from "~/domains/voices/settings-wire";
import { plainLine } from "~/lib/plain-line";
import { type DialogueEntry, dialogueToWire, type SpeechDraft, withoutBracketedTags } from "./speech-draft";

export interface GenerationRequest {
  path: string;
  body: Record<string, unknown>;
  /** The whole text in the order in which it is said, for lighting words. */
  text: string;
  title: string;
}

const OUTPUT_FORMAT = "mp3_44100_128";
const TITLE_LENGTH = 80;

/** What is asked of the API for a draft, with the settings that hold for its voice. `seed` makes another take of the same text. */
export function speechRequest(
  draft: Pick<SpeechDraft, "text" | "voiceId" | "modelId" | "language">,
  settings: VoiceSettings,
  seed?: number,
): GenerationRequest {
  return {
    path: `/v1/text-to-speech/${encodeURIComponent(draft.voiceId)}/stream/with-timestamps?output_format=${OUTPUT_FORMAT}`,
    body: {
      text: draft.text,
      model_id: draft.modelId,
      voice_settings: settingsToWire(settings),
      ...(draft.language && { language_code: draft.language }),
      ...(seed !== undefined && { seed }),
    },
    text: draft.text,
    title: titleOf(draft.text),
  };
}

/** The same for a dialogue. Nothing is said of settings that nobody has moved: each voice speaks with its own. */
export function dialogueRequest(
  entries: readonly DialogueEntry[],
  draft: Pick<SpeechDraft, "dialogueModelId" | "language" | "dialogueStability">,
  seed?: number,
): GenerationRequest {
  const inputs = dialogueToWire(entries);
  return {
    path: `/v1/text-to-dialogue/stream/with-timestamps?output_format=${OUTPUT_FORMAT}`,
    body: {
      inputs,
      model_id: draft.dialogueModelId,
      ...(draft.dialogueStability !== null && { settings: { stability: draft.dialogueStability } }),
      ...(draft.language && { language_code: draft.language }),
      ...(seed !== undefined && { seed }),
    },
    text: inputs.map((entry) => entry.text).join(""),
    title: titleOf(inputs.map((entry) => entry.text).join(" ")),
  };
}

function titleOf(text: string): string {
  const plain = plainLine(withoutBracketedTags(text).replace(/<[^>]*>/g, " "));
  const characters = Array.from(plain);
  return characters.length > TITLE_LENGTH ? `${characters.slice(0, TITLE_LENGTH).join("")}…` : plain;
}
