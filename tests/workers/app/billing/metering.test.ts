import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { expect, it } from "vitest";
import { creditReservations, subscriptions } from "../../../../db/schema";
import { servicesForTest, signUpForTest } from "../../../support/test-caller";

it("in the embedded database the limit holds to the credit when many requests race, and each is charged once", async () => {
  const { workspaceId, userId } = await signUpForTest(env);
  const { billing, database } = servicesForTest(env);
  await database.update(subscriptions).set({ characterLimit: 100 }).where(eq(subscriptions.workspaceId, workspaceId));
  const ids = Array.from({ length: 30 }, (_, i) => `${workspaceId}_${i}`);
  const reserved = await Promise.allSettled(
    // Each request is repeated, as clients do after a lost answer.
    [...ids, ...ids].map((requestId) => billing.reserve({ requestId, workspaceId, credits: 9 })),
  );
  expect(reserved.filter(({ status }) => status === "fulfilled").length).toBe(22);
  const held = await database.select().from(creditReservations).where(eq(creditReservations.workspaceId, workspaceId));
  expect(held.map(({ state }) => state)).toEqual(Array(11).fill("reserved"));

  const usage = [{ userId, voiceId: "v", modelId: "m", source: "TTS", credits: 4 }];
  await Promise.all(
    held.flatMap<Promise<unknown>>(({ requestId }, i) =>
      i % 2 === 0
        ? [0, 1].map(() => billing.settle({ requestId, credits: 4, usage }))
        : [0, 1].map(() => billing.release(requestId)),
    ),
  );
  const row = await billing.getSubscription(workspaceId);
  expect(row).toMatchObject({ characterCount: 24, charactersReserved: 0 });
  const { total } = await billing.usage(workspaceId, "2000-01-01", "2999-12-31");
  expect(total).toBe(24);
});

it("a new workspace starts on the free plan, and its places for requests at a time come from the limiter", async () => {
  const { workspaceId } = await signUpForTest(env);
  const { billing } = servicesForTest(env);
  expect(await billing.getSubscription(workspaceId)).toMatchObject({ tier: "free", characterLimit: 10_000 });
  const take = (requestId: string) => billing.takeSpeechSlot({ requestId, workspaceId, group: "multilingual" });
  const first = await take("a");
  await take("b");
  await expect(take("c")).rejects.toMatchObject({ code: "too_many_concurrent_requests", status: 429 });
  await first.release();
  expect((await take("c")).headers).toEqual({ "current-concurrent-requests": "2", "maximum-concurrent-requests": "2" });
});
