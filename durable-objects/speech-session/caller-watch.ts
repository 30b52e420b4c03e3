/**
 * Whether whoever opened a socket may still speak. Nobody tells a socket that a session, a key, a membership or an account
 * has ended, so it asks: with each generation, and every few seconds while it is open.
 */
import { AppError } from "../../app/lib/app-error";

/** The longest that a silent socket outlives what it was opened by. */
const ASKED_EVERY_MS = 5_000;
/** A fresh socket was let in a moment ago: its first words wait for nothing. */
const JUST_ASKED_MS = 500;

export interface CallerWatchOptions {
  /** Asks whether they still may. `countsAsUse`: something is spoken for them, so their session is in use. */
  mayStillSpeak(how: { countsAsUse: boolean }): Promise<boolean>;
  nowMs(): number;
}

export class CallerWatch {
  readonly #options: CallerWatchOptions;
  #askedAtMs: number;
  #hasSpoken = false;

  /** Begins when they have just been let in. */
  constructor(options: CallerWatchOptions) {
    this.#options = options;
    this.#askedAtMs = options.nowMs();
  }

  /** Whether it is time to ask without anything being spoken. */
  get isDue(): boolean {
    return this.#options.nowMs() - this.#askedAtMs >= ASKED_EVERY_MS;
  }

  /** For what is about to be spoken. @throws AppError invalid_api_key (401) once they may not. */
  async requireForSpeaking(): Promise<void> {
    const isFresh = !this.#hasSpoken && this.#options.nowMs() - this.#askedAtMs < JUST_ASKED_MS;
    this.#hasSpoken = true;
    if (!isFresh) await this.#require(true);
  }

  /** For a socket that is open. @throws AppError invalid_api_key (401) once they may not. */
  requireForListening(): Promise<void> {
    return this.#require(false);
  }

  async #require(countsAsUse: boolean): Promise<void> {
    this.#askedAtMs = this.#options.nowMs();
    if (await this.#options.mayStillSpeak({ countsAsUse })) return;
    // Nothing that is asked afterwards passes as just asked.
    this.#askedAtMs = Number.NEGATIVE_INFINITY;
    throw new AppError("invalid_api_key", 401, "This API key or token is not valid any more.");
  }
}
