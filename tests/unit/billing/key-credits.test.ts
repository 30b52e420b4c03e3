import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type BillingService, createBillingService } from "../../../app/domains/billing/service";
import { apiKeys, subscriptions, users } from "../../../db/schema";
import { noSlots } from "../../support/memory-slots";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";

let opened: MigratedDatabase;
let now = Date.UTC(2026, 0, 31, 12);
let billing: BillingService;
let made = 0;

beforeAll(async () => {
  opened = await openMigratedDatabase();
  billing = createBillingService({
    database: opened.database,
    events: { publish: async () => undefined },
    waitUntil: () => undefined,
    slots: noSlots,
    nowMs: () => now,
  });
  await opened.database
    .insert(users)
    .values({ id: "user", email: "a@example.com", passwordHash: "", publicUserId: "p", createdAtMs: now });
});
afterAll(() => opened.close());

/** A workspace with 1,000 credits and a key of its own. */
async function workspaceWithKey(creditLimit: number | null) {
  const workspaceId = `ws_key_${made++}`;
  const apiKeyId = `key_${made}`;
  await opened.addWorkspace(workspaceId);
  await billing.getSubscription(workspaceId);
  await opened.database
    .update(subscriptions)
    .set({ characterLimit: 1000 })
    .where(eq(subscriptions.workspaceId, workspaceId));
  const key = { id: apiKeyId, workspaceId, userId: "user", name: "k", preview: "abcd", createdAtMs: now, creditLimit };
  await opened.database.insert(apiKeys).values({ ...key, keyHash: apiKeyId });
  return { workspaceId, apiKeyId };
}

async function usedBy(apiKeyId: string): Promise<number> {
  const [row] = await opened.database.select().from(apiKeys).where(eq(apiKeys.id, apiKeyId));
  return row!.creditsUsed;
}
const usageOf = (credits: number) => [{ userId: "user", voiceId: "v", modelId: "m", source: "TTS", credits }];

it("counts what a key's requests hold and were charged", async () => {
  const at = await workspaceWithKey(100);
  await billing.reserve({ requestId: "kr1", credits: 60, ...at });
  expect(await usedBy(at.apiKeyId)).toBe(60);
  await billing.settle({ requestId: "kr1", credits: 25, usage: usageOf(25) });
  expect(await usedBy(at.apiKeyId)).toBe(25);
  await billing.reserve({ requestId: "kr2", credits: 50, ...at });
  await billing.release("kr2");
  await billing.release("kr2");
  expect(await usedBy(at.apiKeyId)).toBe(25);
});

it("refuses what does not fit under the key's limit, and says so, while the workspace has plenty", async () => {
  const at = await workspaceWithKey(100);
  await billing.reserve({ requestId: "kr3", credits: 80, ...at });
  await expect(billing.reserve({ requestId: "kr4", credits: 21, ...at })).rejects.toMatchObject({
    code: "quota_exceeded",
    status: 401,
    userMessage:
      "This request exceeds your API key's quota of 100. It has 20 credits remaining, while 21 credits are required for this request.",
  });
  // Others in the workspace go on, and what fits exactly does.
  await billing.reserve({ requestId: "kr5", credits: 500, workspaceId: at.workspaceId });
  await billing.reserve({ requestId: "kr6", credits: 20, ...at });
  await expect(billing.reserve({ requestId: "kr6-more", credits: 1, ...at })).rejects.toMatchObject({
    userMessage:
      "This request exceeds your API key's quota of 100. It has 0 credits remaining, while 1 credit is required for this request.",
  });
  expect(await usedBy(at.apiKeyId)).toBe(100);
});

it("holds nothing of the key where the workspace has too little", async () => {
  const at = await workspaceWithKey(null);
  await expect(billing.reserve({ requestId: "kr7", credits: 1001, ...at })).rejects.toMatchObject({
    code: "quota_exceeded",
  });
  expect(await usedBy(at.apiKeyId)).toBe(0);
});

it("lets a limit of nothing use nothing, and a key that is gone neither", async () => {
  const at = await workspaceWithKey(0);
  await expect(billing.reserve({ requestId: "kr8", credits: 1, ...at })).rejects.toMatchObject({
    code: "quota_exceeded",
  });
  await opened.database.delete(apiKeys).where(eq(apiKeys.id, at.apiKeyId));
  await expect(billing.reserve({ requestId: "kr9", credits: 1, ...at })).rejects.toMatchObject({
    code: "invalid_api_key",
  });
});

it("counts a repeated request once", async () => {
  const at = await workspaceWithKey(100);
  for (let i = 0; i < 3; i++) await billing.reserve({ requestId: "kr10", credits: 40, ...at });
  expect(await usedBy(at.apiKeyId)).toBe(40);
});

it("lets no more through than the limit when many come at once", async () => {
  const at = await workspaceWithKey(50);
  const outcomes = await Promise.allSettled(
    Array.from({ length: 25 }, (_, i) => billing.reserve({ requestId: `krace_${i}`, credits: 7, ...at })),
  );
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  expect(await usedBy(at.apiKeyId)).toBe(49);
});

it("begins anew with the workspace's period, into which running requests go along", async () => {
  const at = await workspaceWithKey(100);
  await billing.reserve({ requestId: "kp1", credits: 60, ...at });
  await billing.settle({ requestId: "kp1", credits: 60, usage: usageOf(60) });
  await billing.reserve({ requestId: "kp2", credits: 30, ...at });
  now = (await billing.getSubscription(at.workspaceId)).nextResetMs;
  await billing.reserve({ requestId: "kp3", credits: 70, ...at });
  expect(await usedBy(at.apiKeyId)).toBe(100);
  await billing.settle({ requestId: "kp2", credits: 10, usage: usageOf(10) });
  expect(await usedBy(at.apiKeyId)).toBe(80);
});

it("adds up whatever happens in whatever order", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({
          request: fc.integer({ min: 0, max: 5 }),
          credits: fc.integer({ min: 0, max: 60 }),
          step: fc.constantFrom("reserve", "settle", "release"),
          withKey: fc.boolean(),
        }),
        { maxLength: 14 },
      ),
      async (steps) => {
        const at = await workspaceWithKey(120);
        const held = new Map<number, { credits: number; withKey: boolean }>();
        const ended = new Set<number>();
        let charged = 0;
        for (const { request, credits, step, withKey } of steps) {
          const requestId = `kf_${made}_${request}`;
          const apiKeyId = withKey ? at.apiKeyId : undefined;
          if (step === "reserve") {
            const outcome = await billing
              .reserve({ requestId, credits, workspaceId: at.workspaceId, apiKeyId })
              .catch(() => null);
            if (outcome && !held.has(request) && !ended.has(request)) held.set(request, { credits, withKey });
          } else {
            const hold = held.get(request);
            if (!hold) continue;
            const charge = Math.min(credits, hold.credits);
            if (step === "release") await billing.release(requestId);
            else await billing.settle({ requestId, credits: charge, usage: charge > 0 ? usageOf(charge) : [] });
            if (step === "settle" && hold.withKey) charged += charge;
            held.delete(request);
            ended.add(request);
          }
        }
        const holding = [...held.values()].reduce((sum, hold) => sum + (hold.withKey ? hold.credits : 0), 0);
        expect(await usedBy(at.apiKeyId)).toBe(charged + holding);
        expect(charged + holding).toBeLessThanOrEqual(120);
      },
    ),
    { numRuns: 25 },
  );
});
