/**
 * What every engine outside offers: text in, samples and times out. An engine says what it can do; what it cannot is a clear error that
 * names the setting, never a made-up result.
 */
import type { Alignment, EngineId, SpeakerVoice, SpeechErrorCode, VoiceSettings } from "../../speech/protocol";

export type OutsideEngineId = Exclude<EngineId, "embedded">;

export interface OutsideRequest {
  /** As it shall be spoken; not empty. */
  text: string;
  voice: SpeakerVoice;
  settings: VoiceSettings;
  /** The caller's model; engines that have models of their own map or ignore it. */
  modelId: string;
  /** BCP 47, of this text. */
  language: string;
  seed: number;
  previousText?: string;
  nextText?: string;
}

/** Sound as the engine gives it, not levelled; and times of characters, in seconds from the start of this request's sound. */
export type OutsideEvent =
  | { type: "audio"; samples: Float32Array; sampleRateHz: number }
  /** Joined over a request, `characters` is its text. `estimated`: made from the sound's energy, not told by the engine. */
  | { type: "timing"; alignment: Alignment; estimated: boolean };

export interface OutsideCapabilities {
  /** Sound arrives while it is being made. */
  streaming: boolean;
  /** The engine tells when characters are heard. Without, times are estimated and marked so. */
  timings: boolean;
  /** `speed` of the settings is honoured. */
  speed: boolean;
  /** Same request and seed: same sound. */
  seed: boolean;
  /** Languages (ISO 639-1) it speaks; null where that depends on what the owner runs. */
  languages: readonly string[] | null;
}

export interface OutsideEngine {
  id: OutsideEngineId;
  capabilities: OutsideCapabilities;
  /** Settings it needs and does not find; empty when it can be used. */
  missingSettings(env: OutsideEnvironment): string[];
  /**
   * Speaks. Leaving the loop early or aborting ends the request at the server too.
   * Throws `SpeechEngineError`: engine_not_configured, unsupported_language, engine_failed, engine_timeout, cancelled.
   */
  synthesize(request: OutsideRequest, env: OutsideEnvironment, signal: AbortSignal): AsyncIterable<OutsideEvent>;
}

/** The part of the Workers AI binding that we call. */
export interface AiBinding {
  run(
    model: string,
    input: Record<string, unknown>,
    options?: { returnRawResponse?: boolean; signal?: AbortSignal },
  ): Promise<unknown>;
}

/** Settings and bindings of the speech worker that engines outside read. Empty strings count as absent. */
export interface OutsideEnvironment {
  /** Base address of a server with `/v1/audio/speech`, e.g. `http://localhost:8880/v1`. */
  SPEECH_URL?: string;
  /** Bearer token for it; many local servers need none. */
  SPEECH_API_KEY?: string;
  /** Its model, or the Workers AI model. */
  SPEECH_MODEL?: string;
  /** JSON: our voice id, `female`, `male`, `neutral` or `default` → that server's voice. */
  SPEECH_VOICES?: string;
  /** Base address of an upstream that speaks our own API, e.g. `https://api.elevenlabs.io`. */
  UPSTREAM_URL?: string;
  UPSTREAM_API_KEY?: string;
  /** JSON like `SPEECH_VOICES`, for the upstream. */
  UPSTREAM_VOICES?: string;
  AI?: AiBinding;
}

/** A refusal or failure of an engine outside. `message` is fit for people and holds no secret. */
export class SpeechEngineError extends Error {
  constructor(
    readonly code: SpeechErrorCode,
    message: string,
    readonly options: { retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SpeechEngineError";
  }
}

/** How long a server may be silent. */
export interface OutsideTimeouts {
  /** From the request to the first byte of its answer's body. */
  firstByteMs: number;
  /** Between two pieces. */
  stallMs: number;
}

export const DEFAULT_TIMEOUTS: OutsideTimeouts = { firstByteMs: 30_000, stallMs: 15_000 };
