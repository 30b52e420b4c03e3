/**
 * Bounds how many pictures an isolate has in work. A place that its request never gave back, because its client had gone
 * and the platform ended it, is free again after a while.
 */
const LOST_AFTER_MS = 15_000;
const LOOK_AGAIN_MS = 40;

export class RenderSlots {
  readonly #takenAtMs = new Map<object, number>();
  readonly #limit: number;
  readonly #longestWaitMs: number;
  readonly #nowMs: () => number;

  constructor({
    limit,
    longestWaitMs,
    nowMs = Date.now,
  }: { limit: number; longestWaitMs: number; nowMs?: () => number }) {
    this.#limit = limit;
    this.#longestWaitMs = longestWaitMs;
    this.#nowMs = nowMs;
  }

  /**
   * Does the work once there is a place; null when there was none for too long. Requests of their own must not wait for
   * each other's promises, so who waits looks again.
   */
  async run<T>(work: () => Promise<T>): Promise<T | null> {
    const untilMs = this.#nowMs() + this.#longestWaitMs;
    while (!this.#hasPlace()) {
      if (this.#nowMs() >= untilMs) return null;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    const place = {};
    this.#takenAtMs.set(place, this.#nowMs());
    try {
      return await work();
    } finally {
      this.#takenAtMs.delete(place);
    }
  }

  #hasPlace(): boolean {
    const lostBeforeMs = this.#nowMs() - LOST_AFTER_MS;
    for (const [place, takenAtMs] of this.#takenAtMs) if (takenAtMs < lostBeforeMs) this.#takenAtMs.delete(place);
    return this.#takenAtMs.size < this.#limit;
  }
}
