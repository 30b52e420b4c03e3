/**
 * Bounds how many pictures or videos an isolate has in work. A place that its request never gave back, because its client
 * had gone and the platform ended it, is free again after a while.
 */
const LOST_AFTER_MS = 15_000;
const LOOK_AGAIN_MS = 40;

export interface RenderSlotSettings {
  /** How much may be in work at once. */
  limit: number;
  longestWaitMs: number;
  /** How long who has a place may say nothing before it counts as gone. */
  lostAfterMs?: number;
  nowMs?: () => number;
}

export class RenderSlots {
  /** When each place's holder was last heard of. */
  readonly #heardOfAtMs = new Map<object, number>();
  readonly #limit: number;
  readonly #longestWaitMs: number;
  readonly #lostAfterMs: number;
  readonly #nowMs: () => number;

  constructor({ limit, longestWaitMs, lostAfterMs = LOST_AFTER_MS, nowMs = Date.now }: RenderSlotSettings) {
    this.#limit = limit;
    this.#longestWaitMs = longestWaitMs;
    this.#lostAfterMs = lostAfterMs;
    this.#nowMs = nowMs;
  }

  /**
   * Does the work once there is a place; null when there was none for too long. Requests of their own must not wait for
   * each other's promises, so who waits looks again. Work that takes longer than a lost place is kept says now and then,
   * by `stillAtWork`, that it goes on.
   */
  async run<T>(work: (stillAtWork: () => void) => Promise<T>): Promise<T | null> {
    const untilMs = this.#nowMs() + this.#longestWaitMs;
    while (!this.#hasPlace()) {
      if (this.#nowMs() >= untilMs) return null;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    const place = {};
    const stillAtWork = () => void this.#heardOfAtMs.set(place, this.#nowMs());
    stillAtWork();
    try {
      return await work(stillAtWork);
    } finally {
      this.#heardOfAtMs.delete(place);
    }
  }

  #hasPlace(): boolean {
    const lostBeforeMs = this.#nowMs() - this.#lostAfterMs;
    for (const [place, heardOfAtMs] of this.#heardOfAtMs) {
      if (heardOfAtMs < lostBeforeMs) this.#heardOfAtMs.delete(place);
    }
    return this.#heardOfAtMs.size < this.#limit;
  }
}
