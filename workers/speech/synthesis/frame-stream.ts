/** Frames as the byte stream that goes over the service binding, made only as fast as they are read. */
import { encodeFrame } from "../frames";
import type { SpeechFrame } from "../protocol";

/**
 * The platform does not tell the maker of a stream that its reader has left: a write then stays open for ever. A reader
 * who takes nothing for this long is taken to be gone.
 */
const READER_PATIENCE_MS = 30_000;
/** A request in which nothing at all is due is torn down by the platform, with what it still had to clean up. */
const HEARTBEAT_MS = 1_000;
/** Streams that wait for their reader for longer than this are no load. */
const IDLE_AFTER_MS = 500;

/** The streams that a process is making. */
export class Productions {
  private readonly running = new Set<Production>();

  start(): Production {
    const production = new Production(() => this.running.delete(production));
    this.running.add(production);
    return production;
  }

  /** How many are being made now, without those that wait for their readers. */
  countActive(): number {
    const nowMs = Date.now();
    let active = 0;
    for (const production of this.running) {
      // One whose request was torn down never ends by itself.
      if (nowMs - production.aliveAtMs > 2 * READER_PATIENCE_MS) production.end();
      else if (production.waitingSinceMs === null || nowMs - production.waitingSinceMs < IDLE_AFTER_MS) active++;
    }
    return active;
  }
}

export class Production {
  aliveAtMs = Date.now();
  /** Since when the reader has been waited for; null while frames are being made. */
  waitingSinceMs: number | null = null;

  constructor(readonly end: () => void) {}
}

/**
 * @param stop called when the reader has gone
 * @returns the stream, and a promise that settles when production has ended, whichever way (it never rejects)
 */
export function streamFrames(
  frames: AsyncGenerator<SpeechFrame[]>,
  production: Production,
  stop: () => void,
): { stream: ReadableStream<Uint8Array>; ended: Promise<void> } {
  // The platform's own pipe: over a service binding, a scripted one loses pieces that come at once.
  const { readable, writable } = new IdentityTransformStream();
  const writer = writable.getWriter();
  const produce = async () => {
    try {
      for await (const group of frames) {
        for (const frame of group) await untilRead(writer.write(encodeFrame(frame)), production);
      }
      await untilRead(writer.close(), production);
    } catch (error) {
      // Failures of speech are frames; what throws here is the reader's end, which is gone.
      stop();
      await frames.return(undefined).catch(() => {});
      writer.abort(error).catch(() => {});
    } finally {
      production.end();
    }
  };
  writer.closed.catch(() => {});
  return { stream: readable, ended: produce() };
}

async function untilRead(written: Promise<void>, production: Production): Promise<void> {
  let settled = false;
  const settling = written.finally(() => {
    settled = true;
  });
  const sinceMs = Date.now();
  production.waitingSinceMs = sinceMs;
  try {
    settling.catch(() => {});
    while (!settled) {
      production.aliveAtMs = Date.now();
      let timer: ReturnType<typeof setTimeout> | undefined;
      const heartbeat = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, HEARTBEAT_MS);
      });
      await Promise.race([settling, heartbeat]);
      clearTimeout(timer);
      if (!settled && Date.now() - sinceMs > READER_PATIENCE_MS)
        throw new Error("the reader of a speech stream has gone");
    }
  } finally {
    production.waitingSinceMs = null;
  }
}
