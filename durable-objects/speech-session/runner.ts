/** Does what the machine says, one thing after another: speaks, sends, writes history, closes. */
import type { SpokenChunk, StreamedText } from "../../app/domains/speech/streamed-text";
import { AppError } from "../../app/lib/app-error";
import { ChunkMessages, soundMessage } from "./chunk-messages";
import type { Action } from "./machine";
import { CLOSE_NORMAL, closeCodeOf, finalMessage, type ServerMessage } from "./protocol";

/** A socket tells nobody how much its reader has taken, so sound may run ahead of its playing by this much. */
const MAX_BYTES_AHEAD = 16 * 1024 * 1024;
const PACE_CHECK_MS = 250;

export interface RunnerOptions {
  /** Whether messages name their context. */
  isMulti: boolean;
  syncAlignment: boolean;
  /** Coded bytes of a second of sound. */
  bytesPerSecond: number;
  openText(): StreamedText;
  /** Rejects once whoever is spoken for may not be spoken for any more. Asked with each chunk. */
  requireStanding(): Promise<void>;
  send(message: ServerMessage): void;
  close(code: number, reason: string): void;
  reportError(error: unknown): void;
  nowMs(): number;
}

export class SessionRunner {
  readonly #options: RunnerOptions;
  readonly #queue: Action[] = [];
  readonly #texts = new Map<string, StreamedText>();
  #working: Promise<void> | null = null;
  #speaking: SpokenChunk | null = null;
  #stopped = false;
  #idleSinceMs: number;
  #firstSoundAtMs: number | null = null;
  #bytesSent = 0;

  constructor(options: RunnerOptions) {
    this.#options = options;
    this.#idleSinceMs = options.nowMs();
  }

  /** Since when there is nothing to do; null while there is. */
  get idleSinceMs(): number | null {
    return this.#working ? null : this.#idleSinceMs;
  }

  /** Characters that wait to be spoken. */
  get queuedCharacters(): number {
    return this.#queue.reduce((sum, action) => sum + (action.type === "speak" ? action.text.length : 0), 0);
  }

  /** Adds actions; a refusal goes before everything that waits. */
  run(actions: Action[]): void {
    if (this.#stopped) return;
    const refused = actions.find((action) => action.type === "refuse");
    if (refused) {
      this.fail(new AppError("invalid_request", 400, refused.message), refused.error);
      return;
    }
    this.#queue.push(...actions);
    this.#start();
  }

  #start(): void {
    if (this.#working || this.#stopped || this.#queue.length === 0) return;
    this.#working = this.#work().finally(() => {
      this.#working = null;
      this.#idleSinceMs = this.#options.nowMs();
      // What came while the last work was ending.
      this.#start();
    });
  }

  /** Tells the client what went wrong and closes. */
  fail(error: AppError, name: string = error.code): void {
    if (this.#stopped) return;
    const code = closeCodeOf(error);
    this.#options.send({ message: error.userMessage, error: name, code });
    this.#options.close(code, error.userMessage);
    void this.stop();
  }

  /** Stops at once: the chunk in work is cancelled, chunks that were spoken go into history. */
  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    this.#queue.length = 0;
    this.#speaking?.cancel();
    await this.#working;
    await Promise.all([...this.#texts.values()].map((text) => text.finish()));
  }

  async #work(): Promise<void> {
    for (let action = this.#queue.shift(); action && !this.#stopped; action = this.#queue.shift()) {
      try {
        await this.#do(action);
      } catch (error) {
        this.#failBy(error);
        return;
      }
    }
  }

  /** Not awaited: stopping waits for the very work that failed to end. */
  #failBy(error: unknown): void {
    if (!(error instanceof AppError)) this.#options.reportError(error);
    this.fail(error instanceof AppError ? error : new AppError("internal_error", 500, "Something went wrong."));
  }

  async #do(action: Action): Promise<void> {
    switch (action.type) {
      case "speak":
        return this.#speak(action);
      case "pause":
        return this.#pause(action.contextId);
      case "finish-context": {
        const tail = await this.#texts.get(action.contextId)?.finish();
        this.#texts.delete(action.contextId);
        if (this.#stopped) return;
        const named = this.#named(action.contextId);
        if (tail && tail.byteLength > 0) this.#options.send(soundMessage(tail, named));
        this.#options.send(finalMessage(named));
        return;
      }
      case "close-socket":
        this.#options.close(CLOSE_NORMAL, "");
        void this.stop();
        return;
      case "refuse":
        return;
    }
  }

  async #speak({ contextId, text, settings, followedBy }: Extract<Action, { type: "speak" }>): Promise<void> {
    let streamed = this.#texts.get(contextId);
    if (!streamed) {
      streamed = this.#options.openText();
      this.#texts.set(contextId, streamed);
    }
    // Side by side with the preparation of the chunk, so that no sound waits for the answer; none goes out before it.
    const standing = this.#options.requireStanding().then(
      () => null,
      (error: unknown) => ({ error }),
    );
    let chunk: SpokenChunk;
    try {
      chunk = await streamed.speak(text, settings, followedBy);
    } catch (error) {
      // "…" between two sentences is no reason to end a conversation.
      if (!(error instanceof AppError && error.code === "text_empty")) throw error;
      return followedBy === "silence" ? this.#pause(contextId) : undefined;
    }
    this.#speaking = chunk;
    const refused = await standing;
    if (refused) this.#failBy(refused.error);
    if (this.#stopped) chunk.cancel();
    const messages = new ChunkMessages({
      contextId: this.#named(contextId),
      syncAlignment: this.#options.syncAlignment,
    });
    try {
      for await (const frame of chunk.frames) {
        if (this.#stopped) continue;
        const message = messages.take(frame);
        if (message) this.#options.send(message);
        if (frame.type === "audio") await this.#pace(frame.bytes.byteLength);
      }
      await chunk.finished;
    } finally {
      this.#speaking = null;
    }
  }

  async #pause(contextId: string): Promise<void> {
    const paused = await this.#texts.get(contextId)?.pause();
    if (!paused || paused.byteLength === 0 || this.#stopped) return;
    this.#options.send(soundMessage(paused, this.#named(contextId)));
  }

  /** Waits while the client has far more sound than it can have played. */
  async #pace(bytes: number): Promise<void> {
    const { nowMs, bytesPerSecond } = this.#options;
    this.#firstSoundAtMs ??= nowMs();
    this.#bytesSent += bytes;
    const ahead = () => this.#bytesSent - ((nowMs() - (this.#firstSoundAtMs ?? 0)) / 1000) * bytesPerSecond;
    while (!this.#stopped && ahead() > MAX_BYTES_AHEAD) {
      await new Promise((resolve) => setTimeout(resolve, PACE_CHECK_MS));
    }
  }

  #named(contextId: string): string | undefined {
    return this.#options.isMulti ? contextId : undefined;
  }
}
