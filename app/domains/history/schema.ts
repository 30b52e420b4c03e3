/** What the history holds and how it is asked for. Source: spec 001, sections 3 and 7; contract, family `history`. */
import type { Alignment, TimingFrame } from "../../../workers/speech/protocol";
import type { Feedback } from "./feedback";

export interface DialogueLine {
  text: string;
  voiceId: string;
  voiceName: string;
}

/** Voice settings as they were used, in wire form. */
export type WireSettings = Record<string, number | boolean | null>;

/** A finished sound in storage. */
export interface StoredAudio {
  id: string;
  audioKey: string;
  timingsKey: string;
  outputFormat: string;
  contentType: string;
  bytes: number;
  durationMs: number;
  /** 0..255, at most 400, over the whole sound. */
  peaks: number[];
}

export interface HistoryItem {
  id: string;
  workspaceId: string;
  userId: string;
  requestId: string;
  voiceId: string;
  voiceName: string;
  voiceCategory: string;
  modelId: string;
  text: string;
  dialogue: DialogueLine[] | null;
  settings: WireSettings;
  source: string;
  language: string;
  seed: number | null;
  characterCountFrom: number;
  characterCountTo: number;
  feedback: Feedback | null;
  /** When it was asked for; equal to the time in its id, which is what pages are ordered by. */
  createdAtMs: number;
  audio: StoredAudio;
  /** Of its public link that was not revoked, which may have expired; null where nobody has asked for one. */
  shareLinkId: string | null;
}

/** A new item; its sound is in storage already, and either known or added with it. */
export type NewHistoryItem = Omit<HistoryItem, "createdAtMs" | "feedback" | "audio" | "shareLinkId"> & {
  audio: StoredAudio | NewAudioFile;
};

/** A new item whose counts are those of the charge that it is written with. */
export type UncountedItem = Omit<NewHistoryItem, "characterCountFrom" | "characterCountTo">;

/** A sound that was just stored. */
export interface NewAudioFile extends StoredAudio {
  workspaceId: string;
  fingerprint: string;
}

/** As many can be downloaded, deleted or restored by one call. */
export const HISTORY_ITEMS_AT_ONCE = 500;

/** Where an item comes from. Source: contract, `SpeechHistoryItemResponse.source`; a dialogue is `TTS` as well. */
export const HISTORY_SOURCES = [
  "Flows",
  "TTS",
  "STS",
  "Projects",
  "PD",
  "AN",
  "Dubbing",
  "PlayAPI",
  "ConvAI",
  "VoiceGeneration",
  "InVPC",
  "VoicePreview",
] as const;

export interface HistoryQuery {
  /** 1..1000. */
  pageSize: number;
  startAfterId?: string;
  /** Also finds dialogues in which the voice speaks, first or later. */
  voiceId?: string;
  modelId?: string;
  /** Seconds, exclusive. Source of both bounds: the official client's `history.list`. */
  dateBeforeUnix?: number;
  /** Seconds, inclusive. */
  dateAfterUnix?: number;
  sortDirection: "asc" | "desc";
  /** Words of the text or the voice's name; the last one may be a beginning. */
  search?: string;
  source?: (typeof HISTORY_SOURCES)[number];
  /** Only dialogues, or everything but them. */
  isDialogue?: boolean;
}

export interface HistoryPage {
  items: HistoryItem[];
  hasMore: boolean;
  lastItemId: string | null;
}

/** Character times of an item, for lighting words as they are spoken. */
export interface ItemTimings {
  durationSeconds: number;
  peaks: number[];
  /** Over the item's text, entries in order. */
  alignment: Alignment;
  normalizedAlignment: Alignment;
  entries: TimingFrame[];
}

/** The part of object storage that the product uses; an R2 bucket is one. */
export type ObjectStorage = Pick<R2Bucket, "get" | "head" | "put" | "delete" | "list" | "createMultipartUpload">;
