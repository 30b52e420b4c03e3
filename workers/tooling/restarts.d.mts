/** When a process that ended is started again. */
export class Restarts {
  /** Counts a restart at `nowMs` and answers how many milliseconds to wait before it. */
  next(nowMs: number): number;
}
