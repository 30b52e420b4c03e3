import { DurableObject } from "cloudflare:workers";
import { NOTHING_USED, type RateState, takeUses } from "./machine";
import type { RateDecision, RateRule, SlotDecision, SlotRequest } from "./protocol";

/**
 * Counts uses of one subject under one rule, or hands out slots of one pool. What it knows is in storage, so eviction
 * neither forgives uses nor frees slots; an alarm removes it once it says nothing any more.
 */
export class RateLimiter extends DurableObject<unknown> {
  #tablesReady = false;
  #alarmAtMs: number | null = null;

  /** Counts `cost` uses (1 unless given) if the rule allows them. */
  async take(rule: RateRule, cost = 1): Promise<RateDecision> {
    this.#prepare();
    const step = takeUses(rule, this.#readState(), cost, Date.now());
    if (cost > 0 && step.decision.allowed) {
      const { fullAgainAtMs, uses, lastUseAtMs, blockedUntilMs } = step.state;
      this.ctx.storage.sql.exec(
        "INSERT OR REPLACE INTO rate_state VALUES (1, ?, ?, ?, ?, ?)",
        fullAgainAtMs,
        uses,
        lastUseAtMs,
        blockedUntilMs,
        step.forgetAtMs,
      );
      await this.#wakeAt(step.forgetAtMs);
    }
    return step.decision;
  }

  /** Whether one use would be allowed now; counts nothing. */
  async check(rule: RateRule): Promise<RateDecision> {
    return this.take(rule, 0);
  }

  /** Forgets all uses, e.g. the failures before a success. */
  async reset(): Promise<void> {
    this.#prepare();
    this.ctx.storage.sql.exec("DELETE FROM rate_state");
  }

  /** Takes a slot if fewer than `max` are held. */
  async acquire({ key, max, holderId, ttlSeconds, diedBeforeMs = 0 }: SlotRequest): Promise<SlotDecision> {
    this.#prepare();
    const nowMs = Date.now();
    const { sql } = this.ctx.storage;
    // All holders of a pool have the same time to live.
    sql.exec("DELETE FROM slots WHERE expires_at_ms <= ?", Math.max(nowMs, diedBeforeMs + ttlSeconds * 1000));
    const others = sql
      .exec<{ n: number }>("SELECT count(*) AS n FROM slots WHERE key = ? AND holder_id <> ?", key, holderId)
      .one().n;
    if (others >= max) return { granted: false, current: others };
    const expiresAtMs = nowMs + ttlSeconds * 1000;
    sql.exec("INSERT OR REPLACE INTO slots VALUES (?, ?, ?)", holderId, key, expiresAtMs);
    await this.#wakeAt(expiresAtMs);
    return { granted: true, current: others + 1 };
  }

  /** Gives a slot back; a second time, or after it expired, does nothing. */
  async release(holderId: string): Promise<void> {
    this.#prepare();
    this.ctx.storage.sql.exec("DELETE FROM slots WHERE holder_id = ?", holderId);
  }

  override async alarm(): Promise<void> {
    this.#prepare();
    this.#alarmAtMs = null;
    const nowMs = Date.now();
    const { sql } = this.ctx.storage;
    sql.exec("DELETE FROM slots WHERE expires_at_ms <= ?", nowMs);
    sql.exec("DELETE FROM rate_state WHERE forget_at_ms <= ?", nowMs);
    const next = sql
      .exec<{ at: number | null }>(
        "SELECT min(at) AS at FROM (SELECT expires_at_ms AS at FROM slots UNION ALL SELECT forget_at_ms FROM rate_state)",
      )
      .one().at;
    if (next !== null) return this.#wakeAt(next);
    await this.ctx.storage.deleteAll();
    this.#tablesReady = false;
  }

  #readState(): RateState {
    const row = this.ctx.storage.sql
      .exec<{ full_again_at_ms: number; uses: number; last_use_at_ms: number; blocked_until_ms: number }>(
        "SELECT * FROM rate_state",
      )
      .toArray()[0];
    if (!row) return NOTHING_USED;
    return {
      fullAgainAtMs: row.full_again_at_ms,
      uses: row.uses,
      lastUseAtMs: row.last_use_at_ms,
      blockedUntilMs: row.blocked_until_ms,
    };
  }

  /** An alarm that comes too early costs nothing, so it is only set where none is. */
  async #wakeAt(atMs: number): Promise<void> {
    this.#alarmAtMs ??= await this.ctx.storage.getAlarm();
    if (this.#alarmAtMs !== null) return;
    this.#alarmAtMs = atMs;
    await this.ctx.storage.setAlarm(atMs);
  }

  #prepare(): void {
    if (this.#tablesReady) return;
    this.ctx.storage.sql.exec(
      `CREATE TABLE IF NOT EXISTS rate_state (id INTEGER PRIMARY KEY, full_again_at_ms REAL NOT NULL, uses INTEGER NOT NULL,
         last_use_at_ms INTEGER NOT NULL, blocked_until_ms INTEGER NOT NULL, forget_at_ms REAL NOT NULL);
       CREATE TABLE IF NOT EXISTS slots (holder_id TEXT PRIMARY KEY, key TEXT NOT NULL, expires_at_ms INTEGER NOT NULL)`,
    );
    this.#tablesReady = true;
  }
}
