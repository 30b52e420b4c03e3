/** What a generation is asked for and what it answers. Source: contract, families `text-to-speech`, `text-to-dialogue`. */
import type {
  OutputFormat,
  SpeakRequest,
  SpeechFrame,
  SummaryFrame,
  VoiceSettings,
} from "../../../workers/speech/protocol";

/** Whose workspace pays and keeps. */
export interface GenerationCaller {
  userId: string;
  workspaceId: string;
  /** Of the key by which they came: what they use counts against its own limit too. */
  apiKeyId?: string | undefined;
}

export interface GenerationEntry {
  voiceId: string;
  text: string;
  /** What the caller set; the rest is the workspace's setting for the voice, or the default. */
  settings?: Partial<VoiceSettings>;
}

export interface GenerationRequest {
  /** Also names the charge, so that it happens once. */
  requestId: string;
  modelId: string;
  /** One for plain speech, several for dialogue. */
  entries: GenerationEntry[];
  isDialogue: boolean;
  outputFormat: OutputFormat;
  languageCode?: string;
  /** Derived from the request when absent, so that the same request gives the same bytes. */
  seed?: number;
  normalization: "auto" | "on" | "off";
  /** False: what stands in angle brackets is text. Absent: it is markup. */
  readsSsml?: boolean;
  previousText?: string;
  nextText?: string;
  /** Requests whose texts stand before and after this one, when no text is given. */
  previousRequestIds?: string[];
  nextRequestIds?: string[];
  /** One of several that make one sound (`SpeechEngines.openSound`), and what comes after it. Such are never repeats. */
  inSound?: { followedBy: SpeakRequest["followedBy"] };
  /** False: spoken, charged, and not kept. */
  keepInHistory: boolean;
  /**
   * `stream`: frames go out as they come, and what was delivered is charged whatever happens. `whole`: the answer is sent
   * once complete, so an incomplete one costs nothing.
   */
  delivery: "stream" | "whole";
  /** Fires when the client leaves. */
  signal?: AbortSignal;
}

/** Longer sounds that are sent whole are read back from storage. */
export const MAX_IN_MEMORY_BYTES = 24 * 1024 * 1024;

export type GenerationOutcome = "complete" | "cancelled" | "failed";

/** A finished sound in object storage. */
export interface StoredSound {
  key: string;
  bytes: number;
}

export interface Finished {
  outcome: GenerationOutcome;
  /** Credits charged in the end. */
  charged: number;
  /** The workspace's count before and after; null when nothing was charged. */
  settlement: { characterCountFrom: number; characterCountTo: number } | null;
  summary: SummaryFrame | null;
  /** Where the sound is, when it was kept. */
  sound: StoredSound | null;
  /** The frames that were made after the caller had left; null when it stayed to the end. */
  rest: SpeechFrame[] | null;
}

/** A generation whose first audio is there. Read `frames` to the end or call `cancel`; either way it is settled. */
export interface Generation {
  requestId: string;
  /** Known up front; the item exists once the sound is complete and stored. Null when it is not kept. */
  historyItemId: string | null;
  outputFormat: OutputFormat;
  /** Credits of the whole. */
  characterCost: number;
  /** From the call to the first audio. */
  latencyMs: number;
  /** Served from storage, since the workspace asked for the same before. */
  isRepeat: boolean;
  voiceIds: string[];
  /** `current-concurrent-requests` and `maximum-concurrent-requests`. */
  slotHeaders: Record<string, string>;
  /** Ends after everything is charged and stored. Throws `AppError` when the engine fails in the middle. */
  frames: AsyncGenerator<SpeechFrame, void, undefined>;
  cancel(): void;
  /** Never rejects. */
  finished: Promise<Finished>;
}
