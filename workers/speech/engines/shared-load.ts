/**
 * Something loaded once and used by all requests of a process.
 *
 * Requests must not wait for each other's promises: the platform runs what follows in the context of the request that
 * made the promise, where the waiting one may not touch its own streams, and a request that is torn down never settles
 * its promises at all. So whoever comes first loads, and the others look again until the value is there or the loader has
 * been silent for too long.
 */
const LOOK_AGAIN_MS = 5;
const ABANDONED_MS = 10_000;

export class SharedLoad<T> {
  private value: T | null = null;
  private loadingSinceMs: number | null = null;

  constructor(private readonly load: () => Promise<T>) {}

  async get(): Promise<T> {
    while (this.value === null) {
      const nowMs = Date.now();
      if (this.loadingSinceMs === null || nowMs - this.loadingSinceMs > ABANDONED_MS) {
        this.loadingSinceMs = nowMs;
        try {
          this.value = await this.load();
        } finally {
          this.loadingSinceMs = null;
        }
      } else {
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
    }
    return this.value;
  }

  /** Lets the next one load it anew. */
  discard(): void {
    this.value = null;
  }
}
