/** A step longer than this between two looks is a jump, not hearing. Media elements tell the time at least this often. */
const LONGEST_STEP_SECONDS = 1;

/** How long somebody has heard a sound, in seconds of their time; what was jumped over does not count. */
export class HeardSeconds {
  #heard = 0;
  #at = 0;

  /** Takes the position as it is now while it plays, and answers what was heard so far. */
  at(positionSeconds: number, speed: number): number {
    const step = (positionSeconds - this.#at) / (speed || 1);
    if (step > 0 && step <= LONGEST_STEP_SECONDS) this.#heard += step;
    this.#at = positionSeconds;
    return this.#heard;
  }

  /** Goes to another position without hearing what lies between. */
  jumpTo(positionSeconds: number): void {
    this.#at = positionSeconds;
  }
}
