import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type BillingService, createBillingService } from "../../../app/domains/billing/service";
import type { WorkspaceEvent } from "../../../app/domains/workspaces/ports";
import { creditReservations, subscriptions, usageDays } from "../../../db/schema";
import { noSlots } from "../../support/memory-slots";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";

let opened: MigratedDatabase;
let now = Date.UTC(2026, 0, 31, 12);
const events: { workspaceId: string; event: WorkspaceEvent }[] = [];
let billing: BillingService;
let nextWorkspace = 0;

beforeAll(async () => {
  opened = await openMigratedDatabase();
  billing = createBillingService({
    database: opened.database,
    events: {
      async publish(workspaceId, published) {
        for (const event of published) events.push({ workspaceId, event });
      },
    },
    waitUntil: () => undefined,
    slots: noSlots,
    nowMs: () => now,
  });
});
afterAll(() => opened.close());

/** A workspace on the free plan, with another limit where one is given. */
async function workspace(characterLimit?: number): Promise<string> {
  const id = `ws_${nextWorkspace++}`;
  await opened.addWorkspace(id);
  await billing.getSubscription(id);
  if (characterLimit !== undefined) {
    await opened.database.update(subscriptions).set({ characterLimit }).where(eq(subscriptions.workspaceId, id));
  }
  return id;
}

const usageOf = (credits: number, voiceId = "voice") => [
  { userId: "user", voiceId, modelId: "eleven_v3", source: "TTS", credits },
];

async function stateOf(workspaceId: string) {
  const [row] = await opened.database.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId));
  const usage = await opened.database.select().from(usageDays).where(eq(usageDays.workspaceId, workspaceId));
  return { ...row!, used: usage.reduce((sum, day) => sum + day.characters, 0) };
}

describe("reserving, settling and releasing", () => {
  it("charges what was delivered and gives back the rest", async () => {
    const workspaceId = await workspace(100);
    await billing.reserve({ requestId: "r1", workspaceId, credits: 80 });
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 0, charactersReserved: 80 });
    const settled = await billing.settle({ requestId: "r1", credits: 30, usage: usageOf(30) });
    expect(settled).toEqual({ charged: 30, characterCountFrom: 0, characterCountTo: 30 });
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 30, charactersReserved: 0, used: 30 });
    expect(events.filter((event) => event.workspaceId === workspaceId)).toEqual([
      { workspaceId, event: { type: "credits_changed", used: 30, reserved: 0, limit: 100 } },
    ]);
  });

  it("refuses what does not fit with the numbers, counting what running requests hold", async () => {
    const workspaceId = await workspace(100);
    await billing.reserve({ requestId: "r2", workspaceId, credits: 60 });
    await expect(billing.reserve({ requestId: "r3", workspaceId, credits: 41 })).rejects.toMatchObject({
      code: "quota_exceeded",
      status: 401,
      userMessage:
        "This request exceeds your quota of 100. You have 40 credits remaining, while 41 credits are required for this request.",
    });
    await billing.reserve({ requestId: "r4", workspaceId, credits: 39 });
    await expect(billing.reserve({ requestId: "r4-two", workspaceId, credits: 2 })).rejects.toMatchObject({
      userMessage:
        "This request exceeds your quota of 100. You have 1 credit remaining, while 2 credits are required for this request.",
    });
    await billing.reserve({ requestId: "r4-last", workspaceId, credits: 1 });
    await expect(billing.reserve({ requestId: "r4-more", workspaceId, credits: 1 })).rejects.toMatchObject({
      userMessage:
        "This request exceeds your quota of 100. You have 0 credits remaining, while 1 credit is required for this request.",
    });
    expect(await stateOf(workspaceId)).toMatchObject({ charactersReserved: 100 });
  });

  it("counts each step of a request once, however often it is repeated", async () => {
    const workspaceId = await workspace(100);
    for (let i = 0; i < 3; i++) {
      expect(await billing.reserve({ requestId: "r5", workspaceId, credits: 50 })).toMatchObject({
        alreadySettled: false,
      });
    }
    for (let i = 0; i < 3; i++) {
      const settled = await billing.settle({ requestId: "r5", credits: 50, usage: usageOf(50) });
      expect(settled).toEqual({ charged: 50, characterCountFrom: 0, characterCountTo: 50 });
    }
    await billing.release("r5");
    expect(await billing.reserve({ requestId: "r5", workspaceId, credits: 50 })).toMatchObject({
      alreadySettled: true,
    });
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 50, charactersReserved: 0, used: 50 });
  });

  it("never charges more than was reserved, nor after a release", async () => {
    const workspaceId = await workspace(100);
    await billing.reserve({ requestId: "r6", workspaceId, credits: 10 });
    await expect(billing.settle({ requestId: "r6", credits: 11, usage: usageOf(11) })).rejects.toThrow(RangeError);
    await billing.release("r6");
    await expect(billing.settle({ requestId: "r6", credits: 5, usage: usageOf(5) })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 0, charactersReserved: 0, used: 0 });
  });

  it("does not let one workspace use another's reservation", async () => {
    const mine = await workspace(100);
    const theirs = await workspace(100);
    await billing.reserve({ requestId: "r7", workspaceId: mine, credits: 10 });
    await expect(billing.reserve({ requestId: "r7", workspaceId: theirs, credits: 10 })).rejects.toMatchObject({
      code: "conflict",
    });
    expect(await stateOf(theirs)).toMatchObject({ charactersReserved: 0 });
  });

  it("lets a plan without a limit reserve anything", async () => {
    const workspaceId = await workspace(-1);
    await billing.reserve({ requestId: "r8", workspaceId, credits: 50_000_000 });
    expect(await stateOf(workspaceId)).toMatchObject({ charactersReserved: 50_000_000 });
  });

  it("is exact when many requests reserve at once: the limit is reached and never passed", async () => {
    const workspaceId = await workspace(100);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 25 }, (_, i) => billing.reserve({ requestId: `race_${i}`, workspaceId, credits: 7 })),
    );
    expect(outcomes.filter((outcome) => outcome.status === "fulfilled")).toHaveLength(14);
    expect(await stateOf(workspaceId)).toMatchObject({ charactersReserved: 98 });
    await Promise.all(
      Array.from({ length: 14 }, () => 0).flatMap((_, i) => [
        billing.settle({ requestId: `race_${i}`, credits: 7, usage: usageOf(7) }).catch(() => undefined),
        billing.release(`race_${i}`),
      ]),
    );
    const after = await stateOf(workspaceId);
    expect(after.charactersReserved).toBeLessThanOrEqual(98);
    expect(after.characterCount).toBe(after.used);
  });
});

describe("the period", () => {
  it("begins anew at its time: the count is zero, what runs stays reserved, and the day of the month is kept", async () => {
    const workspaceId = await workspace(100);
    await billing.reserve({ requestId: "p1", workspaceId, credits: 90 });
    await billing.settle({ requestId: "p1", credits: 90, usage: usageOf(90) });
    await billing.reserve({ requestId: "p2", workspaceId, credits: 10 });
    now = Date.UTC(2026, 1, 28, 12);
    await billing.reserve({ requestId: "p3", workspaceId, credits: 90 });
    const row = await stateOf(workspaceId);
    expect(row).toMatchObject({ characterCount: 0, charactersReserved: 100, used: 90 });
    expect(new Date(row.nextResetMs).toISOString()).toBe("2026-03-28T12:00:00.000Z");
  });

  it("is begun once when many requests find it due", async () => {
    const workspaceId = await workspace(1000);
    await billing.reserve({ requestId: "q0", workspaceId, credits: 500 });
    await billing.settle({ requestId: "q0", credits: 500, usage: usageOf(500) });
    now += 40 * 24 * 3600_000;
    await Promise.all(
      Array.from({ length: 10 }, async (_, i) => {
        await billing.reserve({ requestId: `q_${i}`, workspaceId, credits: 10 });
        await billing.settle({ requestId: `q_${i}`, credits: 10, usage: usageOf(10) });
      }),
    );
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 100, charactersReserved: 0, used: 600 });
  });
});

describe("the sweep", () => {
  it("gives back what died requests hold, leaves running ones, and forgets old ones", async () => {
    const workspaceId = await workspace(100);
    await billing.reserve({ requestId: "s1", workspaceId, credits: 10 });
    now += 61 * 60_000;
    await billing.reserve({ requestId: "s2", workspaceId, credits: 20 });
    await billing.sweep();
    expect(await stateOf(workspaceId)).toMatchObject({ charactersReserved: 20 });
    now += 8 * 24 * 3600_000;
    await billing.release("s2");
    await billing.sweep();
    expect(
      await opened.database.select().from(creditReservations).where(eq(creditReservations.workspaceId, workspaceId)),
    ).toEqual([]);
  });

  /** The next process, after the one before has died. */
  const restart = () =>
    createBillingService({
      database: opened.database,
      events: { publish: async () => undefined },
      waitUntil: () => undefined,
      slots: noSlots,
      nowMs: () => now,
      servingSinceMs: now,
    });

  it("is not waited for: nobody is refused for what requests hold that died with the process before", async () => {
    const workspaceId = await workspace(100);
    const other = await workspace(100);
    await billing.reserve({ requestId: "d1", workspaceId, credits: 60 });
    await billing.reserve({ requestId: "d2", workspaceId: other, credits: 60 });
    now += 1000;
    const restarted = restart();
    now += 1000;
    await restarted.reserve({ requestId: "d3", workspaceId, credits: 90 });
    expect(await stateOf(workspaceId)).toMatchObject({ charactersReserved: 90 });
    expect(await stateOf(other)).toMatchObject({ charactersReserved: 60 });
    await expect(restarted.reserve({ requestId: "d4", workspaceId, credits: 11 })).rejects.toMatchObject({
      code: "quota_exceeded",
    });
    await restarted.release("d3");
    await restarted.release("d2");
  });

  it("gives back at once what a request holds that died with the process before this one", async () => {
    const workspaceId = await workspace(100);
    await billing.reserve({ requestId: "k1", workspaceId, credits: 10 });
    now += 1000;
    const restarted = restart();
    now += 1000;
    await restarted.reserve({ requestId: "k2", workspaceId, credits: 20 });
    await restarted.sweep();
    expect(await stateOf(workspaceId)).toMatchObject({ charactersReserved: 20 });
    await expect(restarted.settle({ requestId: "k1", credits: 10, usage: usageOf(10) })).rejects.toMatchObject({
      code: "conflict",
    });
  });

  it("charges what is noted to have gone out before the process died, once, and gives back the rest", async () => {
    const workspaceId = await workspace(100);
    await billing.reserve({ requestId: "n1", workspaceId, credits: 50 });
    await billing.noteDelivered("n1", usageOf(10));
    await billing.noteDelivered("n1", usageOf(30, "another"));
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 0, charactersReserved: 50, used: 0 });
    now += 1000;
    const restarted = restart();
    now += 1000;
    await Promise.all([restarted.sweep(), restarted.sweep()]);
    await restarted.sweep();
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 30, charactersReserved: 0, used: 30 });
    const { byVoice } = await restarted.usage(workspaceId, "2020-01-01", "2030-01-01");
    expect(byVoice).toEqual([{ voiceId: "another", credits: 30, requests: 1 }]);
  });

  it("is not taken for dead while it notes what goes out, however long ago it began", async () => {
    const workspaceId = await workspace(100);
    for (const requestId of ["l1", "l2"]) await billing.reserve({ requestId, workspaceId, credits: 40 });
    for (let minutes = 0; minutes < 90; minutes += 45) {
      now += 45 * 60_000;
      await billing.noteDelivered("l1", usageOf(10));
    }
    await billing.sweep();
    // What the other one held is given back.
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 0, charactersReserved: 40 });
    now += 61 * 60_000;
    await billing.sweep();
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 10, charactersReserved: 0, used: 10 });
  });

  it("keeps to the charge of a request that ended before its process did, whatever was noted", async () => {
    const workspaceId = await workspace(100);
    for (const requestId of ["e1", "e2"]) {
      await billing.reserve({ requestId, workspaceId, credits: 20 });
      await billing.noteDelivered(requestId, usageOf(5));
    }
    await billing.settle({ requestId: "e1", credits: 20, usage: usageOf(20) });
    await billing.release("e2");
    for (const requestId of ["e1", "e2", "unknown"]) await billing.noteDelivered(requestId, usageOf(9));
    now += 1000;
    await restart().sweep();
    expect(await stateOf(workspaceId)).toMatchObject({ characterCount: 20, charactersReserved: 0, used: 20 });
  });
});

describe("usage", () => {
  it("is summed by day, by voice and both, of one workspace and range alone", async () => {
    const workspaceId = await workspace(1000);
    const other = await workspace(1000);
    now = Date.UTC(2026, 5, 1, 23, 59);
    const use = async (id: string, requestId: string, credits: number, voiceId: string) => {
      await billing.reserve({ requestId, workspaceId: id, credits });
      await billing.settle({ requestId, credits, usage: usageOf(credits, voiceId) });
    };
    await use(workspaceId, "u1", 10, "a");
    await use(workspaceId, "u2", 5, "b");
    await use(other, "u3", 99, "a");
    now = Date.UTC(2026, 5, 2);
    await use(workspaceId, "u4", 1, "a");
    expect(await billing.usage(workspaceId, "2026-06-01", "2026-06-02")).toEqual({
      total: 16,
      byDay: [
        { day: "2026-06-01", credits: 15, requests: 2 },
        { day: "2026-06-02", credits: 1, requests: 1 },
      ],
      byVoice: [
        { voiceId: "a", credits: 11, requests: 2 },
        { voiceId: "b", credits: 5, requests: 1 },
      ],
      byDayAndVoice: [
        { day: "2026-06-01", voiceId: "a", credits: 10, requests: 1 },
        { day: "2026-06-01", voiceId: "b", credits: 5, requests: 1 },
        { day: "2026-06-02", voiceId: "a", credits: 1, requests: 1 },
      ],
    });
    expect((await billing.usage(workspaceId, "2026-06-02", "2026-06-30")).total).toBe(1);
  });
});

describe("any interleaving", () => {
  it("never goes negative or over the limit, and the count is the sum of what was settled", async () => {
    const step = fc.record({
      kind: fc.constantFrom("reserve", "settle", "release", "sweep"),
      request: fc.nat(5),
      credits: fc.integer({ min: 0, max: 60 }),
    });
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), async (rounds) => {
        const workspaceId = await workspace(100);
        const prefix = `fc${run++}_`;
        for (const round of rounds) {
          // The steps of a round race each other.
          await Promise.all(
            round.map(async ({ kind, request, credits }) => {
              const requestId = prefix + request;
              if (kind === "reserve") await billing.reserve({ requestId, workspaceId, credits }).catch(() => undefined);
              if (kind === "release") await billing.release(requestId);
              if (kind === "sweep") await billing.sweep();
              if (kind === "settle") {
                await billing.settle({ requestId, credits, usage: usageOf(credits) }).catch(() => undefined);
              }
            }),
          );
          const row = await stateOf(workspaceId);
          const reservations = await opened.database
            .select()
            .from(creditReservations)
            .where(eq(creditReservations.workspaceId, workspaceId));
          const sum = (state: string, of: "charged" | "characters") =>
            reservations.filter((r) => r.state === state).reduce((total, r) => total + r[of], 0);
          expect(row.characterCount).toBe(sum("settled", "charged"));
          expect(row.charactersReserved).toBe(sum("reserved", "characters"));
          expect(row.used).toBe(row.characterCount);
          expect(row.characterCount + row.charactersReserved).toBeLessThanOrEqual(100);
          expect(reservations.some((r) => r.state === "moving")).toBe(false);
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});
