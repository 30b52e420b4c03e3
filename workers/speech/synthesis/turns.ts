/**
 * Who synthesizes next. One process speaks for many streams and has one thread: each unit is a turn, and turns go to the
 * stream whose listener runs out of sound first. A stream that has not begun has run out already, so first clauses go
 * before later sentences, in the order they came.
 *
 * Nobody holds a turn and nobody is woken by another: a request may be torn down at any moment, and would take a lock with it.
 * Each waiting stream looks, on a timer of its own, whether it is first in line; those that have stopped looking are out
 * of the line. A turn's work runs without giving up the thread, so that turns cannot overlap.
 */
const LOOK_AGAIN_MS = 1;
/** Longer than any single turn keeps the thread. */
const GONE_AFTER_MS = 2_000;
/** What a turn wrote is sent while the thread is idle; that long after it, it has left. */
const SENT_AFTER_MS = 3;

/**
 * A listener with this much sound in hand can wait. Its stream lets the thread idle before each turn, for so many looks:
 * a request that is on its way takes several steps to get into the line, and would else lose a turn to it at each of them.
 */
const IN_HAND_MS = 250;
const IDLE_LOOKS = 4;

interface Waiting {
  /** When the listener's sound runs out, in milliseconds of the clock; −Infinity before the first unit. */
  dueMs: number;
  order: number;
  lookedAtMs: number;
}

export class Turns {
  private readonly line = new Set<Waiting>();
  private orders = 0;
  private lastTurnMs = Number.NEGATIVE_INFINITY;
  /** How many turns were done. */
  private turnsDone = 0;

  /** Resolves when it is the caller's turn, which lasts until the caller next waits for anything but loaded engines. */
  async take(dueMs: number): Promise<void> {
    const mine: Waiting = { dueMs, order: this.orders++, lookedAtMs: Date.now() };
    this.line.add(mine);
    let looks = dueMs - mine.lookedAtMs > IN_HAND_MS ? IDLE_LOOKS : 0;
    let wasIdle = mine.lookedAtMs - this.lastTurnMs >= SENT_AFTER_MS;
    try {
      for (;;) {
        mine.lookedAtMs = Date.now();
        if (wasIdle && this.isFirst(mine) && looks-- <= 0) return;
        const { turnsDone } = this;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
        // A timer that was set before a turn fires right behind it: the thread was not idle meanwhile.
        wasIdle = turnsDone === this.turnsDone;
      }
    } finally {
      this.line.delete(mine);
    }
  }

  /** Told when the work of a turn is done and its sound is written. */
  done(): void {
    this.lastTurnMs = Date.now();
    this.turnsDone++;
  }

  private isFirst(mine: Waiting): boolean {
    for (const other of this.line) {
      if (mine.lookedAtMs - other.lookedAtMs > GONE_AFTER_MS) this.line.delete(other);
      else if (other.dueMs < mine.dueMs || (other.dueMs === mine.dueMs && other.order < mine.order)) return false;
    }
    return true;
  }
}
