import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ConcurrencySlots } from "../../../app/domains/billing/ports";
import { createBillingService, type SpeechSlot } from "../../../app/domains/billing/service";
import type { AppError } from "../../../app/lib/app-error";
import { memorySlots, noSlots } from "../../support/memory-slots";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";

const WORKSPACE = "ws_places";
let opened: MigratedDatabase;

beforeAll(async () => {
  opened = await openMigratedDatabase();
  await opened.addWorkspace(WORKSPACE);
});
afterAll(() => opened.close());

describe("places for requests at a time", () => {
  const taken: { max: number; key: string }[] = [];
  const withSlots = (granted: boolean) =>
    createBillingService({
      database: opened.database,
      events: { publish: async () => undefined },
      slots: {
        ...noSlots,
        async acquire(_workspaceId, { key, max }) {
          taken.push({ key, max });
          return { granted, current: granted ? 1 : max };
        },
      },
      waitUntil: () => undefined,
      nowMs: () => Date.UTC(2026, 0, 31, 12),
    });

  it("are as many as the plan has for the model's group, and told in headers", async () => {
    const slot = await withSlots(true).takeSpeechSlot({ requestId: "c1", workspaceId: WORKSPACE, group: "flash" });
    expect(slot.headers).toEqual({ "current-concurrent-requests": "1", "maximum-concurrent-requests": "4" });
    expect(taken.at(-1)).toEqual({ key: "flash", max: 4 });
  });

  it("are refused with 429, both numbers and a time to wait when all are taken", async () => {
    const refused = withSlots(false).takeSpeechSlot({
      requestId: "c2",
      workspaceId: WORKSPACE,
      group: "multilingual",
    });
    await expect(refused).rejects.toMatchObject({
      code: "too_many_concurrent_requests",
      status: 429,
      options: {
        retryAfterSeconds: 1,
        headers: { "current-concurrent-requests": "2", "maximum-concurrent-requests": "2" },
      },
    });
  });
});

describe("a place", () => {
  const MINUTE_MS = 60_000;
  const START_MS = Date.UTC(2026, 0, 31, 12);

  /** Two places, as the free plan has them; `take` answers what was taken, or null where all are. */
  function twoPlaces(change: (slots: ConcurrencySlots) => Partial<ConcurrencySlots> = () => ({})) {
    const clock = { nowMs: START_MS };
    const nowMs = () => clock.nowMs;
    const { slots, state } = memorySlots(nowMs);
    const billing = createBillingService({
      database: opened.database,
      events: { publish: async () => undefined },
      slots: { ...slots, ...change(slots) },
      waitUntil: () => undefined,
      nowMs,
    });
    const take = (requestId: string) =>
      billing.takeSpeechSlot({ requestId, workspaceId: WORKSPACE, group: "multilingual" }).catch((error: AppError) => {
        expect(error.code).toBe("too_many_concurrent_requests");
        return null;
      });
    return { clock, state, take };
  }

  /** A second each, of which the request says that it is still at work. */
  function workFor(clock: { nowMs: number }, slot: SpeechSlot, minutes: number) {
    for (const endsAtMs = clock.nowMs + minutes * MINUTE_MS; clock.nowMs < endsAtMs; clock.nowMs += 1000) {
      slot.stillAtWork();
    }
  }

  it("of a stream of 25 minutes counts for as long as it runs, and is free after it", async () => {
    const { clock, state, take } = twoPlaces();
    const stream = await take("stream");
    workFor(clock, stream!, 20);
    const second = await take("second");
    expect(second?.current).toBe(2);
    expect(await take("third")).toBeNull();
    workFor(clock, stream!, 5);
    await stream!.release();
    expect((await take("third"))?.current).toBe(2);
    // Every three minutes: the limiter hears of a request no oftener.
    expect(state.renewals).toBe(8);
  });

  it("of a request of less than three minutes is taken and given back, and never renewed", async () => {
    const { clock, state, take } = twoPlaces();
    const slot = await take("short");
    workFor(clock, slot!, 3);
    expect(state.renewals).toBe(0);
  });

  it("whose process died is free ten minutes after the last that was heard of it", async () => {
    const { clock, take } = twoPlaces();
    const [dead] = [await take("dead"), await take("silent")];
    workFor(clock, dead!, 7);
    clock.nowMs = START_MS + 10 * MINUTE_MS;
    expect((await take("next"))?.current).toBe(2);
    // The last renewal was at minute 6.
    clock.nowMs = START_MS + 16 * MINUTE_MS - 1;
    expect(await take("after")).toBeNull();
    clock.nowMs++;
    expect(await take("after")).not.toBeNull();
  });

  it("that was given back is not taken again by a renewal that comes late", async () => {
    let arrive: () => Promise<void> = async () => undefined;
    const { clock, state, take } = twoPlaces((slots) => ({
      async renew(...renewal) {
        arrive = () => slots.renew(...renewal);
      },
    }));
    const slot = await take("left");
    workFor(clock, slot!, 4);
    await slot!.release();
    await arrive();
    expect(state.renewals).toBe(1);
    expect((await take("next"))?.current).toBe(1);
    // Nor does the request itself ask for it any more.
    arrive = async () => undefined;
    workFor(clock, slot!, 4);
    await arrive();
    expect(state.renewals).toBe(1);
  });

  it("that could not be renewed is renewed at the next time", async () => {
    let failing = true;
    const { clock, take } = twoPlaces((slots) => ({
      async renew(...renewal) {
        if (failing) throw new Error("the limiter cannot be reached");
        await slots.renew(...renewal);
      },
    }));
    const slot = await take("stream");
    workFor(clock, slot!, 7);
    failing = false;
    workFor(clock, slot!, 8);
    expect((await take("second"))?.current).toBe(2);
  });
});
