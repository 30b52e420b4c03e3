/** The arithmetic of rate limits, without storage or clock. */
import type { RateDecision, RateRule, SlowDownRule, WindowRule } from "./protocol";

/** What is remembered about one subject under one rule. */
export interface RateState {
  /** Window rule: when the subject will have its whole burst again (GCRA's theoretical arrival time). */
  fullAgainAtMs: number;
  /** Slow-down rule. */
  uses: number;
  lastUseAtMs: number;
  blockedUntilMs: number;
}

export const NOTHING_USED: RateState = { fullAgainAtMs: 0, uses: 0, lastUseAtMs: 0, blockedUntilMs: 0 };

export interface RateStep {
  decision: RateDecision;
  state: RateState;
  /** When the state says nothing any more. */
  forgetAtMs: number;
}

/** Counts `cost` uses if they are allowed; with a cost of 0 only looks. */
export function takeUses(rule: RateRule, state: RateState, cost: number, nowMs: number): RateStep {
  return rule.kind === "window" ? takeFromWindow(rule, state, cost, nowMs) : slowDown(rule, state, cost, nowMs);
}

/** Generic cell rate algorithm. Source: ITU-T I.371, annex A (virtual scheduling). */
function takeFromWindow(rule: WindowRule, state: RateState, cost: number, nowMs: number): RateStep {
  const windowMs = rule.windowSeconds * 1000;
  const useMs = windowMs / rule.limit;
  const before = Math.max(state.fullAgainAtMs, nowMs);
  // A look is refused exactly where one use would be.
  const after = before + Math.max(cost, 1) * useMs;
  const allowed = after - windowMs <= nowMs;
  const fullAgainAtMs = allowed && cost > 0 ? after : before;
  return {
    decision: {
      allowed,
      remaining: Math.max(0, Math.floor((windowMs - (fullAgainAtMs - nowMs)) / useMs + 1e-6)),
      retryAfterSeconds: allowed ? 0 : Math.max(1, Math.ceil((after - windowMs - nowMs) / 1000)),
    },
    state: { ...state, fullAgainAtMs },
    forgetAtMs: fullAgainAtMs,
  };
}

/**
 * Takes one use of a slow-down rule back: a guess that was counted before it was made, and was right. Where that use made
 * others wait, nothing came in meanwhile, so the wait is over too.
 */
export function giveBackUse(state: RateState): RateState {
  return state.uses <= 1 ? NOTHING_USED : { ...state, uses: state.uses - 1, blockedUntilMs: 0 };
}

function slowDown(rule: SlowDownRule, state: RateState, cost: number, nowMs: number): RateStep {
  const current = nowMs - state.lastUseAtMs > rule.forgetAfterSeconds * 1000 ? NOTHING_USED : state;
  const forgetAt = (s: RateState) => Math.max(s.blockedUntilMs, s.lastUseAtMs + rule.forgetAfterSeconds * 1000);
  const remaining = (s: RateState) => Math.max(0, rule.freeUses - s.uses);
  if (nowMs < current.blockedUntilMs) {
    const retryAfterSeconds = Math.max(1, Math.ceil((current.blockedUntilMs - nowMs) / 1000));
    return {
      decision: { allowed: false, remaining: 0, retryAfterSeconds },
      state: current,
      forgetAtMs: forgetAt(current),
    };
  }
  if (cost === 0) {
    return {
      decision: { allowed: true, remaining: remaining(current), retryAfterSeconds: 0 },
      state: current,
      forgetAtMs: forgetAt(current),
    };
  }
  const uses = current.uses + cost;
  const over = uses - rule.freeUses;
  const waitSeconds = over < 0 ? 0 : Math.min(rule.maxWaitSeconds, rule.firstWaitSeconds * 2 ** Math.min(over, 30));
  const next: RateState = { ...current, uses, lastUseAtMs: nowMs, blockedUntilMs: nowMs + waitSeconds * 1000 };
  return {
    decision: { allowed: true, remaining: remaining(next), retryAfterSeconds: 0 },
    state: next,
    forgetAtMs: forgetAt(next),
  };
}
