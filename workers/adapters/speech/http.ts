/** One request to a speech server: refusals told in words, the body in pieces, with an eye on the clock. */
import { z } from "zod";
import { type OutsideTimeouts, SpeechEngineError } from "./engine";

/** Whom we talk to, for messages: which settings to look at. */
export interface ServerNames {
  /** E.g. "The speech server". */
  who: string;
  urlSetting: string;
  keySetting: string;
  /** Where a "not found" may come from besides the address. */
  nameSettings: string;
}

export interface SoundRequest {
  url: string;
  headers: Record<string, string>;
  /** The text to be spoken is its `input` or `text`. */
  body: Record<string, unknown>;
  names: ServerNames;
  timeouts: OutsideTimeouts;
  signal: AbortSignal;
}

export interface SoundResponse {
  contentType: string;
  /** Pieces of the body. Leaving the loop ends the request. */
  pieces: AsyncGenerator<Uint8Array>;
  /** Ends the request where nobody reads the pieces. */
  cancel(): void;
}

/** Error bodies of the dialects: `{error: {message}}`, `{error: "…"}`, `{detail: {status, message}}`, `{detail: "…"}`. */
const errorBody = z.object({
  error: z.union([z.string(), z.object({ message: z.string() })]).optional(),
  detail: z.union([z.string(), z.object({ status: z.string().optional(), message: z.string() })]).optional(),
});
const MOST_ERROR_CHARACTERS = 200;
/** Of a text or key: so much of it tells what it is. */
const TELLING_CHARACTERS = 12;

/** Posts JSON and answers the body's pieces. Throws `SpeechEngineError`. */
export async function requestSound(request: SoundRequest): Promise<SoundResponse> {
  const { names, timeouts, signal } = request;
  if (signal.aborted) throw cancelled();
  const controller = new AbortController();
  const onAbort = () => controller.abort();
  signal.addEventListener("abort", onAbort, { once: true });
  const clock = new Watch(controller);
  clock.set(timeouts.firstByteMs);
  const failure = (cause: unknown): SpeechEngineError => {
    if (cause instanceof SpeechEngineError) return cause;
    if (signal.aborted) return cancelled();
    if (clock.fired) {
      const seconds = Math.round((clock.limitMs / 1000) * 10) / 10;
      return new SpeechEngineError("engine_timeout", `${names.who} sent nothing for ${seconds} s.`);
    }
    return new SpeechEngineError("engine_failed", `${names.who} cannot be reached; look at ${names.urlSetting}.`, {
      cause,
    });
  };
  const release = () => {
    clock.clear();
    signal.removeEventListener("abort", onAbort);
  };
  try {
    const response = await fetch(request.url, {
      method: "POST",
      headers: { "content-type": "application/json", ...request.headers },
      body: JSON.stringify(request.body),
      signal: controller.signal,
    });
    if (!response.ok) throw await refusal(response, request);
    if (!response.body) throw new SpeechEngineError("engine_failed", `${names.who} sent no sound.`);
    const contentType = response.headers.get("content-type") ?? "";
    const pieces = readPieces(response.body, { names, timeouts, signal, clock, controller, failure, release });
    const cancel = () => {
      release();
      controller.abort();
    };
    return { contentType, pieces, cancel };
  } catch (cause) {
    const error = failure(cause);
    controller.abort();
    release();
    throw error;
  }
}

interface Reading {
  names: ServerNames;
  timeouts: OutsideTimeouts;
  signal: AbortSignal;
  clock: Watch;
  controller: AbortController;
  failure(cause: unknown): SpeechEngineError;
  release(): void;
}

async function* readPieces(body: ReadableStream<Uint8Array>, reading: Reading): AsyncGenerator<Uint8Array> {
  const { names, timeouts, signal, clock, controller, failure, release } = reading;
  const reader = body.getReader();
  let begun = false;
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      if (value.length === 0) continue;
      begun = true;
      // While the caller works on a piece the server owes us nothing.
      clock.clear();
      yield value;
      if (signal.aborted) throw cancelled();
      clock.set(timeouts.stallMs);
    }
    ended = true;
  } catch (cause) {
    const error = failure(cause);
    if (error.code !== "engine_failed" || !begun) throw error;
    throw new SpeechEngineError("engine_failed", `${names.who} broke off in the middle of its answer.`, { cause });
  } finally {
    release();
    if (!ended) controller.abort();
    await reader.cancel().catch(() => {});
  }
}

/** A refusal in words, by status, with what the server itself says, cut short, unless it repeats what it was told. */
async function refusal(response: Response, request: SoundRequest): Promise<SpeechEngineError> {
  const { names } = request;
  const { status } = response;
  const said = await readErrorMessage(response);
  const quoted = said.message === "" || repeats(said.message, request) ? "" : ` It says: ${said.message}`;
  const seconds = Number(response.headers.get("retry-after"));
  const retryAfterSeconds = Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
  if (said.status === "quota_exceeded")
    return new SpeechEngineError("engine_failed", `${names.who} has no credits left.${quoted}`);
  if (status === 401 || status === 403)
    return new SpeechEngineError("engine_not_configured", `${names.who} refuses the key in ${names.keySetting}.`);
  if (status === 404)
    return new SpeechEngineError(
      "engine_not_configured",
      `${names.who} does not know this address, model or voice; look at ${names.urlSetting} and ${names.nameSettings}.${quoted}`,
    );
  if (status === 429)
    return new SpeechEngineError("engine_failed", `${names.who} is busy (too many requests).`, { retryAfterSeconds });
  if (status >= 500)
    return new SpeechEngineError("engine_failed", `${names.who} failed (status ${status}).`, { retryAfterSeconds });
  return new SpeechEngineError("engine_failed", `${names.who} refuses this request (status ${status}).${quoted}`);
}

/** Some servers answer with the text they were to speak, or with the key: neither may reach a log, nor the key a client. */
function repeats(message: string, { body, headers }: SoundRequest): boolean {
  const credentials = Object.values(headers).map((value) => value.replace(/^bearer /i, ""));
  // They may have cut it short, too.
  return [body.input, body.text, ...credentials].some(
    (told) => typeof told === "string" && told !== "" && message.includes(told.slice(0, TELLING_CHARACTERS)),
  );
}

async function readErrorMessage(response: Response): Promise<{ status?: string; message: string }> {
  const text = await response.text().catch(() => "");
  try {
    const { error, detail } = errorBody.parse(JSON.parse(text));
    const status = typeof detail === "object" ? detail.status : undefined;
    const message =
      (typeof error === "object" ? error.message : error) ?? (typeof detail === "object" ? detail.message : detail);
    return { status, message: (message ?? "").slice(0, MOST_ERROR_CHARACTERS) };
  } catch {
    return { message: "" };
  }
}

const cancelled = () => new SpeechEngineError("cancelled", "The request was cancelled.");

/** Aborts when its time is over. */
class Watch {
  fired = false;
  limitMs = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly controller: AbortController) {}

  set(limitMs: number): void {
    this.clear();
    this.limitMs = limitMs;
    this.timer = setTimeout(() => {
      this.fired = true;
      this.controller.abort();
    }, limitMs);
  }

  clear(): void {
    clearTimeout(this.timer);
  }
}
