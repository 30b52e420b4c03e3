/**
 * What engines outside have in common. The port they fill is `workers/speech/synthesis/outside-engine.ts`: text in, samples and times out.
 * An engine says what it can do; what it cannot is a clear error that names the setting, never a made-up result.
 */

import type { SpeechErrorCode } from "../../speech/protocol";
import { type OutsideEngine, SpeechFailure } from "../../speech/synthesis/outside-engine";
import { WORKERS_AI_MODELS } from "./models";

export type OutsideEngineId = OutsideEngine["id"];

export interface OutsideCapabilities {
  /** Sound arrives while it is being made. */
  streaming: boolean;
  /** The engine tells when characters are heard. Without, its last piece brings times estimated from the sound's energy. */
  timings: boolean;
  /** `speed` of the settings is honoured. */
  speed: boolean;
  /** Same request and seed: same sound. */
  seed: boolean;
  /** Languages (ISO 639-1) it speaks; null where that depends on what the owner runs. */
  languages: readonly string[] | null;
}

export const OUTSIDE_CAPABILITIES: Record<OutsideEngineId, OutsideCapabilities> = {
  "openai-compatible": { streaming: true, timings: false, speed: true, seed: false, languages: null },
  "workers-ai": {
    streaming: true,
    timings: false,
    speed: false,
    seed: false,
    languages: [...new Set(WORKERS_AI_MODELS.flatMap((model) => model.languages))],
  },
  "elevenlabs-compatible": { streaming: true, timings: true, speed: true, seed: true, languages: null },
};

/** The part of the Workers AI binding that we call. */
export interface AiBinding {
  run(
    model: string,
    input: Record<string, unknown>,
    options?: { returnRawResponse?: boolean; signal?: AbortSignal },
  ): Promise<unknown>;
}

/** Settings and bindings of the speech worker that engines outside read. Empty strings count as absent. */
export interface OutsideEngineSettings {
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
export class SpeechEngineError extends SpeechFailure {
  /** What the server asked to wait, where it did. */
  readonly retryAfterSeconds: number | undefined;

  constructor(code: SpeechErrorCode, message: string, options: { retryAfterSeconds?: number; cause?: unknown } = {}) {
    super(code, message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = "SpeechEngineError";
    this.retryAfterSeconds = options.retryAfterSeconds;
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

/** What engines are made of besides settings. */
export interface OutsideTools {
  /** The MP3 decoder's module, for engines that answer in MP3. */
  mpg123: WebAssembly.Module;
  timeouts?: OutsideTimeouts;
}
