/** When a process that ended is started again: at once, but not over and over. */
const REMEMBERED_FOR_MS = 60_000;
const AT_ONCE = 3;
const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;

/** Restarts of one process, oldest first; forgets those of more than a minute ago. */
export class Restarts {
  /** @type {number[]} */
  #atMs = [];

  /** Counts a restart at `nowMs` and answers how long to wait before it: 0, after the third within a minute 1 s, then twice as long each time, up to 30 s. */
  next(nowMs) {
    this.#atMs = this.#atMs.filter((atMs) => nowMs - atMs < REMEMBERED_FOR_MS);
    const before = this.#atMs.length;
    this.#atMs.push(nowMs);
    return before < AT_ONCE ? 0 : Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (before - AT_ONCE));
  }
}
