/** The channel's memory: the latest events under numbers that never repeat, also over eviction. */
import { type Publication, publicationSchema } from "./protocol";

const KEPT_EVENTS = 500;
export const KEPT_MS = 24 * 60 * 60 * 1000;

export interface StoredEvent extends Publication {
  sequence: number;
}

export class EventLog {
  constructor(private readonly sql: SqlStorage) {
    sql.exec(
      "CREATE TABLE IF NOT EXISTS events (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, body TEXT NOT NULL)",
    );
  }

  append(publication: Publication, nowMs: number): StoredEvent {
    const { sequence } = this.sql
      .exec<{ sequence: number }>(
        "INSERT INTO events (at_ms, body) VALUES (?, ?) RETURNING sequence",
        nowMs,
        JSON.stringify(publication),
      )
      .one();
    return { ...publication, sequence };
  }

  /** The number of the newest event ever, 0 before the first. */
  lastSequence(): number {
    const row = this.sql.exec<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'events'").toArray()[0];
    return row?.seq ?? 0;
  }

  /** The events after `sequence`, or null when some of them are gone or the number is not from this log. */
  after(sequence: number, nowMs: number): StoredEvent[] | null {
    const last = this.lastSequence();
    if (sequence > last) return null;
    const rows = this.sql
      .exec<{ sequence: number; body: string }>(
        "SELECT sequence, body FROM events WHERE sequence > ? AND at_ms >= ? ORDER BY sequence",
        sequence,
        nowMs - KEPT_MS,
      )
      .toArray();
    if (rows.length !== last - sequence) return null;
    return rows.map((row) => ({ ...publicationSchema.parse(JSON.parse(row.body)), sequence: row.sequence }));
  }

  /** Forgets what is too old or too much. Answers whether events are left. */
  prune(nowMs: number): boolean {
    this.sql.exec(
      "DELETE FROM events WHERE at_ms < ? OR sequence <= ?",
      nowMs - KEPT_MS,
      this.lastSequence() - KEPT_EVENTS,
    );
    return this.sql.exec<{ n: number }>("SELECT count(*) AS n FROM events").one().n > 0;
  }
}
