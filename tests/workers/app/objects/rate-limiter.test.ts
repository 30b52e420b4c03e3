import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  acquireSlot,
  checkRateLimit,
  releaseSlot,
  renewSlot,
  resetRateLimit,
  takeRateLimit,
} from "../../../../workers/app/api/rate-limits";

const rule = { kind: "window", limit: 3, windowSeconds: 60 } as const;
const limiter = (name: string) => env.RATE_LIMITER.get(env.RATE_LIMITER.idFromName(name));
const evict = (name: string) =>
  runInDurableObject(limiter(name), (_object, state) => state.abort("evict")).catch(() => undefined);
const rowsLeft = (name: string) =>
  runInDurableObject(limiter(name), async (_object, state) => (await state.storage.list()).size);

/** What changed is written a moment later. */
const written = (name: string, rows: number) => vi.waitFor(async () => expect(await rowsLeft(name)).toBe(rows), 10_000);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: 1_800_000_000_000 });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("limits", () => {
  it("allow as many parallel uses as the rule says, and no more", async () => {
    const decisions = await Promise.all(Array.from({ length: 10 }, () => limiter("parallel").take(rule)));
    expect(decisions.filter((decision) => decision.allowed)).toHaveLength(3);
  });

  it("are not forgiven by eviction", async () => {
    for (let i = 0; i < 3; i++) await limiter("evicted").take(rule);
    await written("evicted", 1);
    await evict("evicted");
    expect(await limiter("evicted").take(rule)).toMatchObject({ allowed: false, remaining: 0 });
  });

  it("leave nothing in storage once they say nothing any more", async () => {
    await limiter("clean").take(rule);
    await written("clean", 1);
    vi.setSystemTime(Date.now() + 5_000);
    expect(await runDurableObjectAlarm(limiter("clean"))).toBe(true);
    expect(await rowsLeft("clean")).toBeGreaterThan(0);
    vi.setSystemTime(Date.now() + 60_000);
    expect(await runDurableObjectAlarm(limiter("clean"))).toBe(true);
    expect(await rowsLeft("clean")).toBe(0);
    expect((await limiter("clean").take(rule)).remaining).toBe(2);
  });

  it("that are over before they would be written never touch storage", async () => {
    const often = { kind: "window", limit: 600, windowSeconds: 60 } as const;
    await limiter("brief").take(often);
    vi.setSystemTime(Date.now() + 1_000);
    await limiter("brief").check(often);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await rowsLeft("brief")).toBe(0);
    expect(await runDurableObjectAlarm(limiter("brief"))).toBe(false);
  });

  it("refuse with 429 and the seconds to wait, and count each subject for itself", async () => {
    for (let i = 0; i < 5; i++) await takeRateLimit(env, "try_it_burst", "192.0.2.1");
    await expect(takeRateLimit(env, "try_it_burst", "192.0.2.1")).rejects.toMatchObject({
      code: "rate_limited",
      status: 429,
      options: { retryAfterSeconds: 12 },
    });
    await takeRateLimit(env, "try_it_burst", "192.0.2.2");
  });

  it("on guesses are not forgiven by an eviction at once", async () => {
    const guesses = {
      kind: "slow-down",
      freeUses: 1,
      firstWaitSeconds: 5,
      maxWaitSeconds: 60,
      forgetAfterSeconds: 600,
    } as const;
    await limiter("guessed").take(guesses);
    await evict("guessed");
    expect(await limiter("guessed").take(guesses)).toEqual({ allowed: false, remaining: 0, retryAfterSeconds: 5 });
  });

  it("slow down failed sign-ins until one succeeds", async () => {
    const subject = "someone@example.com 192.0.2.1";
    for (let i = 0; i < 5; i++) {
      await checkRateLimit(env, "sign_in_failure_pair", subject);
      await takeRateLimit(env, "sign_in_failure_pair", subject);
    }
    await expect(checkRateLimit(env, "sign_in_failure_pair", subject)).rejects.toMatchObject({
      userMessage: "Too many attempts, please try again in a few minutes.",
      options: { retryAfterSeconds: 5 },
    });
    await resetRateLimit(env, "sign_in_failure_pair", subject);
    expect((await checkRateLimit(env, "sign_in_failure_pair", subject)).remaining).toBe(5);
  });
});

describe("slots", () => {
  const request = (holderId: string, key = "flash") => ({ key, max: 2, holderId, ttlSeconds: 30 });

  it("are granted to exactly as many as there are under concurrency", async () => {
    const decisions = await Promise.all(
      Array.from({ length: 8 }, (_, i) => acquireSlot(env, "ws_parallel", request(`r${i}`))),
    );
    expect(decisions.filter((decision) => decision.granted).map((decision) => decision.current)).toEqual([1, 2]);
    expect(decisions.at(-1)).toEqual({ granted: false, current: 2 });
  });

  it("are free again after a release, each pool for itself", async () => {
    for (const id of ["a", "b"]) await acquireSlot(env, "ws_release", request(id));
    expect((await acquireSlot(env, "ws_release", request("c", "multilingual"))).granted).toBe(true);
    await releaseSlot(env, "ws_release", "a");
    await releaseSlot(env, "ws_release", "a");
    expect(await acquireSlot(env, "ws_release", request("d"))).toEqual({ granted: true, current: 2 });
    expect((await acquireSlot(env, "ws_release", request("e"))).granted).toBe(false);
  });

  it("that are given back at once never reach storage", async () => {
    await acquireSlot(env, "ws_short", request("a"));
    await releaseSlot(env, "ws_short", "a");
    await acquireSlot(env, "ws_short", request("b"));
    await written("slots:ws_short", 1);
  });

  it("are not taken twice by a request that asks again", async () => {
    await acquireSlot(env, "ws_again", request("a"));
    expect(await acquireSlot(env, "ws_again", request("a"))).toEqual({ granted: true, current: 1 });
  });

  it("of a holder that died come back after their time, also over an eviction", async () => {
    for (const id of ["a", "b"]) await acquireSlot(env, "ws_dead", request(id));
    await written("slots:ws_dead", 2);
    await evict("slots:ws_dead");
    expect((await acquireSlot(env, "ws_dead", request("c"))).granted).toBe(false);
    vi.setSystemTime(Date.now() + 30_001);
    expect(await acquireSlot(env, "ws_dead", request("c"))).toEqual({ granted: true, current: 1 });
  });

  it("that are renewed outlive their first time, also over an eviction, and end so long after the last renewal", async () => {
    for (const id of ["a", "b"]) await acquireSlot(env, "ws_renewed", request(id));
    for (let i = 0; i < 4; i++) {
      vi.setSystemTime(Date.now() + 20_000);
      await renewSlot(env, "ws_renewed", { holderId: "a", ttlSeconds: 30 });
    }
    const renewedAtMs = Date.now();
    await acquireSlot(env, "ws_renewed", request("c"));
    expect((await acquireSlot(env, "ws_renewed", request("d"))).granted).toBe(false);
    // Those of "a" and "c": the time of "b" is over.
    await written("slots:ws_renewed", 2);
    await evict("slots:ws_renewed");
    vi.setSystemTime(renewedAtMs + 29_999);
    expect((await acquireSlot(env, "ws_renewed", request("d"))).granted).toBe(false);
    vi.setSystemTime(renewedAtMs + 30_000);
    expect((await acquireSlot(env, "ws_renewed", request("d"))).granted).toBe(true);
  });

  it("are not taken again by a renewal that comes after they were given back, or went to others", async () => {
    for (const id of ["a", "b"]) await acquireSlot(env, "ws_late", request(id));
    await releaseSlot(env, "ws_late", "a");
    await renewSlot(env, "ws_late", { holderId: "a", ttlSeconds: 30 });
    expect(await acquireSlot(env, "ws_late", request("c"))).toEqual({ granted: true, current: 2 });
    vi.setSystemTime(Date.now() + 30_000);
    for (const id of ["d", "e"]) await acquireSlot(env, "ws_late", request(id));
    await renewSlot(env, "ws_late", { holderId: "b", ttlSeconds: 30 });
    await releaseSlot(env, "ws_late", "d");
    expect(await acquireSlot(env, "ws_late", request("f"))).toEqual({ granted: true, current: 2 });
  });

  it("of holders that died with their process come back at once", async () => {
    for (const id of ["a", "b"]) await acquireSlot(env, "ws_killed", request(id));
    const diedBeforeMs = Date.now() + 1000;
    vi.setSystemTime(diedBeforeMs + 1);
    expect(await acquireSlot(env, "ws_killed", { ...request("c"), diedBeforeMs })).toEqual({
      granted: true,
      current: 1,
    });
    expect(await acquireSlot(env, "ws_killed", { ...request("d"), diedBeforeMs })).toEqual({
      granted: true,
      current: 2,
    });
    expect((await acquireSlot(env, "ws_killed", { ...request("e"), diedBeforeMs })).granted).toBe(false);
  });

  it("that were renewed by the process that is there now are not taken for those of a dead one", async () => {
    await acquireSlot(env, "ws_alive", request("a"));
    await acquireSlot(env, "ws_alive", request("b"));
    const diedBeforeMs = Date.now() + 1000;
    vi.setSystemTime(diedBeforeMs + 1);
    await renewSlot(env, "ws_alive", { holderId: "b", ttlSeconds: 30 });
    expect(await acquireSlot(env, "ws_alive", { ...request("c"), diedBeforeMs })).toEqual({
      granted: true,
      current: 2,
    });
  });
});
