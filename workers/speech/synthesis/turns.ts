/**
 * Who synthesizes next. One process speaks for many streams and has one thread: each unit is a turn, and turns go to the
 * stream whose listener runs out of sound first. A stream that has not begun has run out already, so first clauses go
 * before later sentences, in the order they came.
 */

/** A holder silent for this long is gone: its request was torn down in the middle of a turn. */
const ABANDONED_MS = 10_000;
/** Long enough for the thread to send what was written; without it nothing leaves before the end of all work. */
const FLUSH_MS = 1;

export interface Turn {
  /** Lets the next one in. May be called again. */
  end(): void;
  /** Lets the next one in once what is written now has been sent. The caller does not wait for it. */
  endAfterFlush(): void;
}

interface Waiting {
  /** When the listener's sound runs out, in milliseconds of the clock; −Infinity before the first unit. */
  dueMs: number;
  order: number;
  grant: () => void;
}

export class Turns {
  private holder: { order: number; sinceMs: number } | null = null;
  private readonly waiting: Waiting[] = [];
  private orders = 0;

  /** Resolves when it is the caller's turn. */
  async take(dueMs: number): Promise<Turn> {
    const order = this.orders++;
    if (this.holder) await this.wait(dueMs, order);
    const mine = { order, sinceMs: Date.now() };
    this.holder = mine;
    let flushing = false;
    const end = () => {
      if (this.holder === mine) this.next();
    };
    return {
      end() {
        if (!flushing) end();
      },
      endAfterFlush() {
        flushing = true;
        setTimeout(end, FLUSH_MS);
      },
    };
  }

  /** Resolves when a turn that ends after the flush has ended: until then its request must not. */
  flushed(): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, FLUSH_MS);
    });
  }

  private async wait(dueMs: number, order: number): Promise<void> {
    let granted = false;
    let wake = () => {};
    const turn = new Promise<void>((resolve) => {
      wake = resolve;
    });
    this.waiting.push({
      dueMs,
      order,
      grant() {
        granted = true;
        wake();
      },
    });
    while (!granted) {
      let timer: ReturnType<typeof setTimeout> | undefined;
      const pause = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, ABANDONED_MS / 2);
      });
      await Promise.race([turn, pause]);
      clearTimeout(timer);
      if (!granted && this.holder && Date.now() - this.holder.sinceMs > ABANDONED_MS) this.next();
    }
  }

  private next(): void {
    this.holder = null;
    const first = this.waiting.reduce<Waiting | null>((best, entry) => {
      if (!best || entry.dueMs < best.dueMs) return entry;
      return entry.dueMs === best.dueMs && entry.order < best.order ? entry : best;
    }, null);
    if (!first) return;
    this.waiting.splice(this.waiting.indexOf(first), 1);
    // Held from now on, so that nobody slips in before the waiting one wakes.
    this.holder = { order: first.order, sinceMs: Date.now() };
    first.grant();
  }
}
