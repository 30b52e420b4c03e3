/**
 * The channel's memory: the latest events under numbers that never repeat or go back, also when the object dies.
 *
 * Numbers are given in memory and written later, so storage has a mark up to which they may be in use: SQLite's own count of
 * the table, which `AUTOINCREMENT` keeps as well. A log that finds no events up to the mark was ended before it could write
 * them, and goes on after it. The gap that this leaves tells whoever comes back that events are missing.
 */
import { type Publication, publicationSchema } from "./protocol";

const KEPT_EVENTS = 500;
export const KEPT_MS = 24 * 60 * 60 * 1000;
/** Far more than a second can use up; numbers are plentiful. */
const RESERVED_NUMBERS = 100_000;

export interface StoredEvent extends Publication {
  sequence: number;
}

interface UnwrittenEvent {
  atMs: number;
  event: StoredEvent;
}

export class EventLog {
  /** The newest number in use; after an end without a write, the last that may have been. */
  #last: number;
  /** The mark in storage. Numbers above it must not leave the object. */
  #reservedUntil: number;
  /** In order, and newer than every event in storage. */
  #unwritten: UnwrittenEvent[] = [];

  constructor(
    private readonly storage: DurableObjectStorage,
    private readonly reservedNumbers = RESERVED_NUMBERS,
  ) {
    storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS events (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, body TEXT NOT NULL)",
    );
    const row = storage.sql.exec<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'events'").toArray()[0];
    this.#last = row?.seq ?? 0;
    this.#reservedUntil = this.#last;
  }

  /** The number of the newest event ever, 0 before the first. */
  get lastSequence(): number {
    return this.#last;
  }

  /** False when an event has a number that storage knows nothing of: `write` before anybody sees it. */
  get isReserved(): boolean {
    return this.#last <= this.#reservedUntil;
  }

  get hasUnwritten(): boolean {
    return this.#unwritten.length > 0;
  }

  /** Numbers the events, in memory only. */
  append(publications: Publication[], nowMs: number): StoredEvent[] {
    const events = publications.map((each) => ({ ...each, sequence: ++this.#last }));
    for (const event of events) this.#unwritten.push({ atMs: nowMs, event });
    this.#unwritten.splice(0, this.#unwritten.length - KEPT_EVENTS);
    return events;
  }

  /** The events after `sequence`, or null when some of them are gone or the number is not from this log. */
  after(sequence: number, nowMs: number): StoredEvent[] | null {
    const missed = this.#last - sequence;
    if (missed < 0 || missed > KEPT_EVENTS) return null;
    const oldestMs = nowMs - KEPT_MS;
    const rows = this.storage.sql
      .exec<{ sequence: number; body: string }>(
        "SELECT sequence, body FROM events WHERE sequence > ? AND at_ms >= ? ORDER BY sequence",
        sequence,
        oldestMs,
      )
      .toArray();
    const unwritten = this.#unwritten.filter(({ atMs, event }) => event.sequence > sequence && atMs >= oldestMs);
    // Numbers are not used twice, so this many are all of them.
    if (rows.length + unwritten.length !== missed) return null;
    return [
      ...rows.map((row) => ({ ...publicationSchema.parse(JSON.parse(row.body)), sequence: row.sequence })),
      ...unwritten.map(({ event }) => event),
    ];
  }

  /**
   * Writes what is in memory only, with numbers for what comes next, and forgets what is too old or too much. Answers whether
   * events are left. Throws what SQLite does; storage is unchanged then, and this log must not be used any more.
   */
  write(nowMs: number): boolean {
    const isRunningOut = this.hasUnwritten && this.#reservedUntil - this.#last < this.reservedNumbers / 2;
    return this.#commit(nowMs, isRunningOut ? this.#last + this.reservedNumbers : this.#reservedUntil);
  }

  /** Writes, and gives the unused numbers back, so that the next log over this storage goes on without a gap. */
  close(nowMs: number): boolean {
    return this.#commit(nowMs, this.#last);
  }

  #commit(nowMs: number, reservedUntil: number): boolean {
    const { sql } = this.storage;
    const areLeft = this.storage.transactionSync(() => {
      for (const { atMs, event } of this.#unwritten) {
        const { sequence, ...publication } = event;
        const body = JSON.stringify(publication);
        sql.exec("INSERT INTO events (sequence, at_ms, body) VALUES (?, ?, ?)", sequence, atMs, body);
      }
      if (reservedUntil !== this.#reservedUntil)
        sql.exec("UPDATE sqlite_sequence SET seq = ? WHERE name = 'events'", reservedUntil);
      sql.exec("DELETE FROM events WHERE at_ms < ? OR sequence <= ?", nowMs - KEPT_MS, this.#last - KEPT_EVENTS);
      return sql.exec("SELECT 1 FROM events LIMIT 1").toArray().length > 0;
    });
    this.#reservedUntil = reservedUntil;
    this.#unwritten = [];
    return areLeft;
  }
}
