import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { giveBackUse, NOTHING_USED, type RateState, takeUses } from "../../../durable-objects/rate-limiter/machine";
import type { RateRule } from "../../../durable-objects/rate-limiter/protocol";

/** Uses the rule at the given times and answers which were allowed. */
function allowedAt(rule: RateRule, timesMs: number[]): boolean[] {
  let state: RateState = NOTHING_USED;
  return timesMs.map((nowMs) => {
    const step = takeUses(rule, state, 1, nowMs);
    if (step.decision.allowed) state = step.state;
    return step.decision.allowed;
  });
}

describe("a window rule", () => {
  const rule: RateRule = { kind: "window", limit: 3, windowSeconds: 30 };

  it("allows a burst of its limit, then one use each time a share of the window has passed", () => {
    expect(allowedAt(rule, [0, 0, 0, 0, 9_999, 10_000, 10_001, 20_000])).toEqual([
      true,
      true,
      true,
      false,
      false,
      true,
      false,
      true,
    ]);
  });

  it("says how many uses are left and how long to wait", () => {
    let state = NOTHING_USED;
    const remaining: number[] = [];
    for (let i = 0; i < 3; i++) {
      const step = takeUses(rule, state, 1, 1000);
      state = step.state;
      remaining.push(step.decision.remaining);
    }
    expect(remaining).toEqual([2, 1, 0]);
    expect(takeUses(rule, state, 1, 1000).decision).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 10 });
    expect(takeUses(rule, state, 1, 10_500).decision.retryAfterSeconds).toBe(1);
  });

  it("allows at the time it named", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 3600 }),
        fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 80 }),
        (limit, windowSeconds, gaps) => {
          const any: RateRule = { kind: "window", limit, windowSeconds };
          let state = NOTHING_USED;
          let nowMs = 1_000_000;
          for (const gap of gaps) {
            nowMs += gap;
            const step = takeUses(any, state, 1, nowMs);
            if (step.decision.allowed) state = step.state;
            else
              expect(takeUses(any, state, 1, nowMs + step.decision.retryAfterSeconds * 1000).decision.allowed).toBe(
                true,
              );
          }
        },
      ),
    );
  });

  it("never allows more than twice its limit in any window", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 100 }), (gaps) => {
        let nowMs = 0;
        const times = gaps.map((gap) => (nowMs += gap));
        const allowed = allowedAt(rule, times);
        const taken = times.filter((_, i) => allowed[i]);
        for (const start of taken)
          expect(taken.filter((t) => t >= start && t < start + 30_000).length).toBeLessThanOrEqual(6);
      }),
    );
  });

  it("looks without counting", () => {
    const look = takeUses(rule, NOTHING_USED, 0, 0);
    expect(look.decision).toEqual({ allowed: true, remaining: 3, retryAfterSeconds: 0 });
    expect(look.state.fullAgainAtMs).toBe(0);
  });
});

describe("a slow-down rule", () => {
  const rule: RateRule = {
    kind: "slow-down",
    freeUses: 3,
    firstWaitSeconds: 2,
    maxWaitSeconds: 10,
    forgetAfterSeconds: 100,
  };

  it("doubles the wait after the free uses, up to a most", () => {
    let state: RateState = NOTHING_USED;
    let nowMs = 1_000_000;
    const waits: number[] = [];
    for (let i = 0; i < 7; i++) {
      const look = takeUses(rule, state, 0, nowMs).decision;
      waits.push(look.retryAfterSeconds);
      nowMs += look.retryAfterSeconds * 1000;
      const step = takeUses(rule, state, 1, nowMs);
      expect(step.decision.allowed).toBe(true);
      state = step.state;
    }
    expect(waits).toEqual([0, 0, 0, 2, 4, 8, 10]);
  });

  it("does not lengthen the wait for uses that it refuses", () => {
    expect(allowedAt(rule, [0, 0, 0, 1, 1999, 2000])).toEqual([true, true, true, false, false, true]);
  });

  it("counts a use that is given back as if it had never been, its wait included", () => {
    let state: RateState = NOTHING_USED;
    for (let i = 0; i < 20; i++) {
      state = takeUses(rule, state, 1, 1000).state;
      state = takeUses(rule, state, 1, 1000).state;
      // The third use makes others wait until it is known to have been right.
      const third = takeUses(rule, state, 1, 1000);
      expect(takeUses(rule, third.state, 1, 1000).decision.allowed).toBe(false);
      state = giveBackUse(giveBackUse(giveBackUse(third.state)));
      expect(state).toEqual(NOTHING_USED);
    }
    const wrong = [0, 1, 2].reduce((before) => takeUses(rule, before, 1, 1000).state, state);
    const right = giveBackUse(takeUses(rule, wrong, 1, 3000).state);
    // The wrong ones before it still count: one more, and the wait is the doubled one.
    const next = takeUses(rule, right, 1, 3000);
    expect(next.decision.allowed).toBe(true);
    expect(takeUses(rule, next.state, 1, 3000).decision.retryAfterSeconds).toBe(4);
  });

  it("forgets after a quiet time", () => {
    expect(allowedAt(rule, [0, 0, 0, 102_001, 102_001, 102_001, 102_001])).toEqual([
      true,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });
});
