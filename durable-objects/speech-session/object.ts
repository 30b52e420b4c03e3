import { DurableObject } from "cloudflare:workers";
import type { Caller } from "../../app/domains/accounts/caller";
import { AppError } from "../../app/lib/app-error";
import { namedProblem } from "../../app/lib/named-problem";
import { refuseCredentials } from "../../workers/app/api/auth";
import { takeRateLimit } from "../../workers/app/api/rate-limits";
import { clientAddress } from "../../workers/app/client-address";
import { checkVariables, type Env } from "../../workers/app/env";
import { log } from "../../workers/app/log";
import { createServices, type Services } from "../../workers/app/services";
import { bytesPerSecondOf } from "../../workers/speech/formats";
import { closeQuietly } from "../close-quietly";
import { CallerWatch } from "./caller-watch";
import {
  type Credentials,
  credentialsOfMessage,
  credentialsOfRequest,
  findSessionCaller,
  maySpeak,
} from "./credentials";
import { SessionMachine } from "./machine";
import {
  CLOSE_TOO_BIG,
  type ClientMessage,
  clientMessageSchema,
  closeCodeOf,
  DEFAULT_CONTEXT_ID,
  MAX_MESSAGE_CHARACTERS,
  type ServerMessage,
} from "./protocol";
import { SessionRunner } from "./runner";
import { readSessionOptions, type SessionOptions } from "./session-options";

/** A client that can send its key in a message only has this long for it. */
const CREDENTIALS_WITHIN_MS = 10_000;
const CLOCK_MS = 500;
const MAX_REASON_BYTES = 120;
/** Of messages that arrived while one is being handled. */
const MAX_WAITING_MESSAGES = 1000;
/** More may not wait in one socket, spoken or not. */
const MAX_QUEUED_CHARACTERS = 80_000;

/** One socket of streamed text in, sound out. Holds the socket, its timers and the order of things; nothing is stored. */
export class SpeechSession extends DurableObject<Env> {
  /** Takes a WebSocket upgrade as the client sent it; who it is is checked here, since a key may come in a message. */
  override async fetch(request: Request): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair();
    server.accept();
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    const services = this.#services(request);
    const connection = new Connection(server, services, this.env, clientAddress(request), waitUntil);
    connection.open(request);
    return new Response(null, { status: 101, webSocket: client });
  }

  #services(request: Request): Services {
    const checked = checkVariables(this.env as unknown as Record<string, unknown>);
    if (!checked.ok) throw new Error(checked.problems.join("; "));
    const origin = checked.variables.PUBLIC_URL ?? new URL(request.url).origin;
    const waitUntil = (work: Promise<unknown>) => this.ctx.waitUntil(work);
    return createServices({ env: this.env, variables: checked.variables, origin, waitUntil });
  }
}

class Connection {
  #options: SessionOptions | null = null;
  #session: { machine: SessionMachine; runner: SessionRunner; watch: CallerWatch } | null = null;
  #openedAtMs = Date.now();
  /** When each context, or the connection itself (""), last heard of its client. */
  readonly #heardAtMs = new Map<string, number>();
  #handling: Promise<void> = Promise.resolve();
  #waiting = 0;
  #closed = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor(
    readonly socket: WebSocket,
    readonly services: Services,
    readonly env: Env,
    readonly clientAddress: string,
    readonly waitUntil: (work: Promise<unknown>) => void,
  ) {}

  open(request: Request): void {
    this.socket.addEventListener("message", (event) => this.#inOrder(() => this.#receive(event.data)));
    this.socket.addEventListener("close", ({ code }) => {
      closeQuietly(this.socket, code, "");
      this.#end();
    });
    this.socket.addEventListener("error", () => this.#end());
    this.#clock = setInterval(() => this.#tick(), CLOCK_MS);
    this.#inOrder(async () => {
      this.#options = readSessionOptions(new URL(request.url));
      const credentials = credentialsOfRequest(request);
      if (credentials) await this.#begin(credentials);
    });
  }

  /** One after another, whatever each waits for. */
  #inOrder(handle: () => Promise<void>): void {
    if (this.#closed) return;
    if (++this.#waiting > MAX_WAITING_MESSAGES) {
      this.#refuse(new AppError("rate_limited", 429, "Too many messages at once."));
      return;
    }
    this.#handling = this.#handling
      .then(() => (this.#closed ? undefined : handle()))
      .catch((error: unknown) => this.#refuse(error))
      .finally(() => {
        this.#waiting--;
      });
    this.waitUntil(this.#handling);
  }

  async #begin(credentials: Credentials): Promise<void> {
    const caller = await findSessionCaller(this.services.accounts, credentials);
    if (!caller) return refuseCredentials(this.env, this.clientAddress);
    await takeRateLimit(this.env, "socket_open", caller.userId);
    const options = this.#options!;
    await this.services.speech.requireSpeakable(caller, options);
    this.#session = this.#startSession(caller, options);
  }

  #startSession(caller: Caller, options: SessionOptions) {
    const { isMulti, autoMode, syncAlignment, voiceId, modelId, outputFormat, keepInHistory, readsSsml } = options;
    const { languageCode, seed, normalization } = options;
    const watch = new CallerWatch({
      mayStillSpeak: async (how) => {
        const renewed = await this.services.accounts.renewCaller(caller, how);
        return renewed !== null && maySpeak(renewed);
      },
      nowMs: Date.now,
    });
    const runner = new SessionRunner({
      isMulti,
      syncAlignment,
      bytesPerSecond: bytesPerSecondOf(outputFormat),
      openText: () =>
        this.services.speech.streamText(caller, {
          voiceId,
          modelId,
          outputFormat,
          keepInHistory,
          languageCode,
          seed,
          normalization,
          readsSsml,
        }),
      requireStanding: () => watch.requireForSpeaking(),
      send: (message) => this.#send(message),
      close: (code, reason) => this.#close(code, reason),
      reportError: (error) => log.error("speech_session_failed", error),
      nowMs: Date.now,
    });
    const markup = this.services.speech.markupOf(options);
    const machine = new SessionMachine({ isMulti, autoMode, markup, maxBufferedCharacters: MAX_QUEUED_CHARACTERS });
    this.#heardAtMs.set("", Date.now());
    return { machine, runner, watch };
  }

  async #receive(data: string | ArrayBuffer): Promise<void> {
    if (typeof data !== "string") throw new AppError("invalid_request", 400, "Messages are JSON texts.");
    if (data.length > MAX_MESSAGE_CHARACTERS) return this.#close(CLOSE_TOO_BIG, "The message is too big.");
    const message = parseMessage(data);
    if (!this.#session) {
      const credentials = credentialsOfMessage(message);
      if (!credentials) {
        throw new AppError(
          "needs_authorization",
          401,
          "The first message carries neither xi_api_key nor authorization.",
        );
      }
      await this.#begin(credentials);
    }
    const { machine, runner } = this.#session!;
    this.#heardAtMs.set(message.contextId ?? DEFAULT_CONTEXT_ID, Date.now());
    this.#heardAtMs.set("", Date.now());
    runner.run(machine.receive(message));
    const known = new Set(["", ...machine.openContexts]);
    for (const name of this.#heardAtMs.keys()) if (!known.has(name)) this.#heardAtMs.delete(name);
    if (runner.queuedCharacters > MAX_QUEUED_CHARACTERS) {
      throw new AppError(
        "max_character_limit_exceeded",
        400,
        `At most ${MAX_QUEUED_CHARACTERS} characters can wait to be spoken.`,
      );
    }
  }

  /** Ends what nobody speaks to any more: a context of several, or the connection. */
  #tick(): void {
    const nowMs = Date.now();
    if (!this.#session) {
      if (nowMs - this.#openedAtMs > CREDENTIALS_WITHIN_MS) {
        this.#refuse(new AppError("needs_authorization", 401, "No credentials were sent in time."));
      }
      return;
    }
    const { machine, runner, watch } = this.#session;
    if (watch.isDue) this.waitUntil(this.#watch(watch, runner));
    const { idleSinceMs } = runner;
    if (idleSinceMs === null || !this.#options) return;
    const limitMs = this.#options.inactivitySeconds * 1000;
    const silentMs = (name: string) => nowMs - Math.max(this.#heardAtMs.get(name) ?? 0, idleSinceMs);
    if (this.#options.isMulti) {
      const silent = machine.openContexts.filter((contextId) => silentMs(contextId) > limitMs);
      runner.run(silent.flatMap((contextId) => machine.endContext(contextId)));
      if (silent.length > 0 || machine.openContexts.length > 0) return;
    }
    if (silentMs("") <= limitMs) return;
    runner.fail(
      new AppError(
        "invalid_request",
        408,
        `Have not received a new text input within the timeout of ${this.#options.inactivitySeconds} seconds. Streaming input terminated.`,
      ),
      "input_timeout_exceeded",
    );
  }

  /** Ends with what it was opened by. Where the question itself fails it is asked again. */
  async #watch(watch: CallerWatch, runner: SessionRunner): Promise<void> {
    try {
      await watch.requireForListening();
    } catch (error) {
      if (error instanceof AppError) runner.fail(error);
      else log.error("speech_session_failed", error);
    }
  }

  #refuse(error: unknown): void {
    if (!(error instanceof AppError)) log.error("speech_session_failed", error);
    const refusal = error instanceof AppError ? error : new AppError("internal_error", 500, "Something went wrong.");
    if (this.#session) {
      this.#session.runner.fail(refusal);
      return;
    }
    const code = closeCodeOf(refusal);
    this.#send({ message: refusal.userMessage, error: refusal.code, code });
    this.#close(code, refusal.userMessage);
  }

  #send(message: ServerMessage): void {
    if (this.#closed) return;
    try {
      this.socket.send(JSON.stringify(message));
    } catch {
      // The client has just gone; its close event may still be on its way.
      this.#end();
    }
  }

  #close(code: number, reason: string): void {
    if (this.#closed) return;
    this.socket.close(code, shortReason(reason));
    this.#end();
  }

  /** The socket is gone: whatever is being spoken is stopped and settled. */
  #end(): void {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#clock);
    if (this.#session) this.waitUntil(this.#session.runner.stop());
  }
}

function parseMessage(text: string): ClientMessage {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new AppError("invalid_request", 400, "The message is not valid JSON.");
  }
  const parsed = clientMessageSchema.safeParse(json);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const path = issue?.path ?? [];
  const param = path.length > 0 ? path.join(".") : undefined;
  throw new AppError("invalid_request", 400, namedProblem(path, issue?.message ?? "invalid"), { param });
}

/** Close frames hold 123 bytes of reason. */
function shortReason(reason: string): string {
  const bytes = new TextEncoder().encode(reason);
  if (bytes.byteLength <= MAX_REASON_BYTES) return reason;
  return new TextDecoder().decode(bytes.slice(0, MAX_REASON_BYTES)).replace(/�+$/, "");
}
