import type { VoiceSettings } from "~/domains/voices/schema";
import { movedFrom, movedFromWhole } from "./speech-settings";

/** Source: spec 001, section 9. */
export const MAX_DIALOGUE_ENTRIES = 50;
export const DIALOGUE_CHARACTER_LIMIT = 3000;

/** One line of a dialogue as it is kept and sent. */
export interface DialogueEntry {
  text: string;
  voiceId: string;
}

/** What a person is working on; kept in the browser, a draft for each person. */
export interface SpeechDraft {
  mode: "speech" | "dialogue";
  text: string;
  voiceId: string;
  modelId: string;
  /** Dialogues have a model of their own: the default one acts on bracketed tags. */
  dialogueModelId: string;
  /** ISO 639-1; empty: detected from the text. */
  language: string;
  /** Of the chosen voice's settings what the person has moved; all others are as stored for it. */
  moved: Partial<VoiceSettings>;
  /** For all lines of a dialogue; null: not moved, each voice has its own. */
  dialogueStability: number | null;
}

export const draftKey = (userId: string) => `speech-draft:${userId}`;
export const dialogueKey = (userId: string) => `dialogue:${userId}`;

/**
 * A kept draft, with what is missing or broken taken from the defaults and voices or models that are gone replaced.
 */
export function parseDraft(
  stored: unknown,
  known: {
    voiceIds: readonly string[];
    modelIds: readonly string[];
    defaultModelId: string;
    defaultDialogueModelId: string;
  },
): SpeechDraft {
  const record = isRecord(stored) ? stored : {};
  const voiceId = record.voiceId;
  const modelOr = (modelId: unknown, fallback: string) =>
    typeof modelId === "string" && known.modelIds.includes(modelId) ? modelId : fallback;
  const voiceStays = typeof voiceId === "string" && known.voiceIds.includes(voiceId);
  const older = isRecord(record.settings) ? movedFromWhole(record.settings) : {};
  const moved = isRecord(record.moved) ? movedFrom(record.moved) : older;
  const stability = "dialogueStability" in record ? record.dialogueStability : older.stability;
  return {
    mode: record.mode === "dialogue" ? "dialogue" : "speech",
    text: typeof record.text === "string" ? record.text : "",
    voiceId: voiceStays ? voiceId : (known.voiceIds[0] ?? ""),
    modelId: modelOr(record.modelId, known.defaultModelId),
    dialogueModelId: modelOr(record.dialogueModelId, known.defaultDialogueModelId),
    language: typeof record.language === "string" ? record.language : "",
    moved: voiceStays ? moved : {},
    dialogueStability: movedFrom({ stability }).stability ?? null,
  };
}

/** A draft with changes. Settings are of a voice: another one comes with its own, not with what was moved for the last. */
export function changeDraft(draft: SpeechDraft, part: Partial<SpeechDraft>): SpeechDraft {
  const otherVoice = part.voiceId !== undefined && part.voiceId !== draft.voiceId;
  return { ...draft, ...(otherVoice && { moved: {} }), ...part };
}

/**
 * A kept dialogue: a list of text and voice_id, empties dropped, at most 50 entries. Source: spec 001, section 5.
 */
export function parseDialogue(stored: unknown): DialogueEntry[] {
  if (!Array.isArray(stored)) return [];
  return stored
    .flatMap((entry: unknown) =>
      isRecord(entry) && typeof entry.text === "string" && typeof entry.voice_id === "string"
        ? [{ text: entry.text, voiceId: entry.voice_id }]
        : [],
    )
    .filter((entry) => entry.text.trim() !== "")
    .slice(0, MAX_DIALOGUE_ENTRIES);
}

/** As it is kept and sent. Empties are dropped. */
export function dialogueToWire(entries: readonly DialogueEntry[]): { text: string; voice_id: string }[] {
  return entries.filter((entry) => entry.text.trim() !== "").map(({ text, voiceId }) => ({ text, voice_id: voiceId }));
}

/** A text without its bracketed delivery tags; the space around a removed tag becomes one space. */
export function withoutBracketedTags(text: string): string {
  return text
    .replace(/\s*\[[^[\]\n]{1,60}\]\s*/g, " ")
    .replace(/ +([,.;:!?…])/g, "$1")
    .trim();
}

/** Characters as they are limited and billed: code points, so that an emoji counts once. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _character of text) count++;
  return count;
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;
