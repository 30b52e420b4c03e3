/** What generation needs from outside its domain. */
import type {
  EngineId,
  OutputFormat,
  SoundPause,
  SpeakerVoice,
  SpeakRequest,
  SpeechFrame,
  VoiceSettings,
} from "../../../workers/speech/protocol";
import type { BillingService } from "../billing/service";
import type { ObjectStorage } from "../history/schema";
import type { HistoryService } from "../history/service";

/** Frames being made. Cancelling stops the engine within a chunk, and ends `frames` without a summary. */
export interface FrameSource {
  frames: AsyncGenerator<SpeechFrame, void, undefined>;
  cancel(): void;
}

/** The speech engines, wherever they run. */
export interface SpeechEngines {
  /** Answers once the first bytes are there. Throws `AppError` (generation_failed, system_busy) when none can be had. */
  speak(request: SpeakRequest): Promise<FrameSource>;
  /** A sound that several requests make, by one encoder. Nothing is opened before the first of them. */
  openSound(outputFormat: OutputFormat): SoundInSeveral;
}

/** A sound in the making. Requests come one after the other: the one before has to have ended, or failed. */
export interface SoundInSeveral {
  /** As `SpeechEngines.speak`; `followedBy` says what comes after it. */
  speak(request: SpeakRequest): Promise<FrameSource>;
  /** A silence in which all comes out that was said before. Of no length where there is nothing; never rejects. */
  pause(): Promise<SoundPause>;
  /**
   * The end of the sound, behind the requests that were spoken to their ends. What a request left behind that was cancelled or
   * failed is not in it: where `isWorthRespeaking`, the others are spoken once more to know how they end. Empty
   * where nothing is left to come, or it cannot be had any more. Never rejects.
   */
  finish(how: { isWorthRespeaking: boolean }): Promise<Uint8Array>;
}

/** A voice as generation needs it. */
export interface SpeechVoice {
  voiceId: string;
  name: string;
  category: string;
  speaker: SpeakerVoice;
  /** The workspace's settings for the voice, or the defaults. */
  settings: VoiceSettings;
}

export interface VoicesForSpeech {
  /** Voices that a workspace may use (null: anybody), by id; unknown ones are absent. */
  findForSpeech(workspaceId: string | null, voiceIds: string[]): Promise<Map<string, SpeechVoice>>;
}

/** What a model id stands for. */
export interface SpeechModelFacts {
  modelId: string;
  engine: EngineId;
  maxCharacters: number;
  /** Credits of one character. */
  costFactor: number;
  concurrencyGroup: "multilingual" | "flash";
  /** Acts on bracketed delivery tags (eleven_v3 models). */
  readsTags: boolean;
}

/** What one generation needs. */
export interface GenerationDependencies {
  /** Undefined for ids that cannot speak. */
  findModel(modelId: string): SpeechModelFacts | undefined;
  engines: Pick<SpeechEngines, "speak">;
  storage: ObjectStorage;
  billing: Pick<
    BillingService,
    "reserve" | "noteDelivered" | "settle" | "release" | "takeSpeechSlot" | "getSubscription"
  >;
  history: Pick<HistoryService, "findAudioByFingerprint" | "addItem" | "itemAlongside" | "findTextsByRequest">;
  voices: VoicesForSpeech;
  /** For failures after which the caller is still served; never with a text in it. */
  reportError(event: string, error: unknown, fields: Record<string, string>): void;
  waitUntil(work: Promise<unknown>): void;
  nowMs(): number;
}

export interface SpeechDependencies extends GenerationDependencies {
  engines: SpeechEngines;
}
