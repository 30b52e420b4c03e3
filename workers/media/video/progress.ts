/** Tells how far a work is that has several parts. */

const CANCELLED = "cancelled";
/** A person notices no smaller steps. */
const STEP = 0.01;

export type Report = (done: number) => Promise<void> | void;

export class Progress {
  readonly #report: Report;
  #told = 0;

  constructor(report: Report) {
    this.#report = report;
  }

  /** A part of the work: from one share of it to another. */
  part(from: number, to: number): (done: number) => Promise<void> {
    return (done) => this.#tell(from + (to - from) * Math.min(1, Math.max(0, done)));
  }

  /** Rejects when nobody wants the work any more; a report that fails for another reason is of no account. */
  async #tell(done: number): Promise<void> {
    if (done < this.#told + STEP) return;
    this.#told = done;
    try {
      await this.#report(done);
    } catch (error) {
      if (error instanceof Error && error.message === CANCELLED) throw error;
    }
  }
}
