/** What the rate limiter is asked and answers. One object per rule and subject, or per pool of slots. */

/** `limit` uses per window, spread evenly after a burst of `limit`. */
export interface WindowRule {
  kind: "window";
  limit: number;
  windowSeconds: number;
}

/**
 * For guesses: `freeUses` go through at once, then each use makes the next one wait, twice as long every time. Forgotten
 * after `forgetAfterSeconds` without a use.
 */
export interface SlowDownRule {
  kind: "slow-down";
  freeUses: number;
  firstWaitSeconds: number;
  maxWaitSeconds: number;
  forgetAfterSeconds: number;
}

export type RateRule = WindowRule | SlowDownRule;

export interface RateDecision {
  allowed: boolean;
  /** Uses left before the next refusal. */
  remaining: number;
  /** Whole seconds, at least 1 when refused, else 0. */
  retryAfterSeconds: number;
}

export interface SlotRequest {
  /** Which pool, e.g. a model family. */
  key: string;
  max: number;
  /** Who takes the slot; asking again with the same id extends the hold instead of taking a second slot. */
  holderId: string;
  /** A holder that dies without releasing is forgotten after this. */
  ttlSeconds: number;
  /** Holders that took or renewed their slot before (Unix milliseconds) are known to have died. */
  diedBeforeMs?: number;
}

export interface SlotRenewal {
  holderId: string;
  /** From now on, as long as it was when the slot was taken. */
  ttlSeconds: number;
}

export interface SlotDecision {
  granted: boolean;
  /** Slots taken now, this one included. */
  current: number;
}
