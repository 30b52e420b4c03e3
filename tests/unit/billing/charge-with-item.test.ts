import { eq } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../../../app/lib/ids";
import { subscriptions } from "../../../db/schema";
import { booksOf, chargeContract, chargeOf, itemFor, openBooks } from "../../support/charge-contract";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";

let opened: MigratedDatabase;
let made = 0;
beforeAll(async () => {
  opened = await openMigratedDatabase();
});
afterAll(() => opened.close());

async function newMember() {
  const workspaceId = `ws_charge_${made++}`;
  await opened.addWorkspace(workspaceId);
  return { workspaceId, userId: `user_${workspaceId}` };
}

chargeContract("libSQL", () => ({ database: opened.database, newMember }));

it("a workspace that is gone gets no item", async () => {
  const books = openBooks(opened.database);
  const member = await newMember();
  await books.billing.reserve({ requestId: "orphan", workspaceId: member.workspaceId, credits: 10 });
  await opened.database.delete(subscriptions).where(eq(subscriptions.workspaceId, member.workspaceId));
  const alongside = books.history.itemAlongside(itemFor(member, "orphan"), () => expect.unreachable());
  await books.billing.settle(chargeOf(member, "orphan", 10), alongside);
  const { items, files, usedByDay } = await booksOf(books, member);
  expect([items, files]).toEqual([[], []]);
  expect(books.told).toEqual([]);
  expect(usedByDay).toBe(10);
});

it("in any interleaving an item is there exactly where its charge is, and no two counts overlap", async () => {
  const step = fc.record({
    kind: fc.constantFrom("reserve", "keep", "keep", "charge", "release", "sweep", "fail"),
    request: fc.nat(5),
    credits: fc.integer({ min: 1, max: 40 }),
  });
  let run = 0;
  const books = openBooks(opened.database);
  const { billing, history } = books;
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(step, { minLength: 1, maxLength: 5 }), { maxLength: 8 }), async (rounds) => {
      const member = await newMember();
      const { workspaceId } = member;
      await billing.getSubscription(workspaceId);
      const prefix = `any${run++}_`;
      // A request whose item is refused: its id is that of an item which is there already.
      const refused = itemFor(member, `${prefix}taken`);
      await history.addItem({ ...refused, characterCountFrom: 0, characterCountTo: 0 });
      const kept = new Map<string, string>();
      for (const round of rounds) {
        // The steps of a round race each other.
        await Promise.all(
          round.map(async ({ kind, request, credits }) => {
            const requestId = prefix + request;
            const charge = chargeOf(member, requestId, credits);
            if (kind === "reserve") await billing.reserve({ requestId, workspaceId, credits }).catch(() => undefined);
            if (kind === "release") await billing.release(requestId);
            if (kind === "sweep") await billing.sweep();
            if (kind === "charge") await billing.settle(charge).catch(() => undefined);
            if (kind === "keep" || kind === "fail") {
              const item = kind === "keep" ? itemFor(member, requestId) : { ...refused, id: newId("hist") };
              const added = () => {
                expect(kept.has(requestId)).toBe(false);
                kept.set(requestId, item.id);
              };
              await billing.settle(charge, history.itemAlongside(item, added)).catch(() => undefined);
            }
          }),
        );
        const { used, held, usedByDay, holds, items } = await booksOf(books, member);
        const settled = holds.filter(({ state }) => state === "settled");
        const sum = (rows: typeof holds, of: "charged" | "characters") => rows.reduce((all, row) => all + row[of], 0);
        expect(used).toBe(sum(settled, "charged"));
        expect(held).toBe(
          sum(
            holds.filter(({ state }) => state === "reserved"),
            "characters",
          ),
        );
        expect(usedByDay).toBe(used);
        expect(holds.some(({ state }) => state === "moving")).toBe(false);
        const written = items.filter(({ id }) => id !== refused.id);
        expect(new Map(written.map(({ requestId, id }) => [requestId, id]))).toEqual(kept);
        let counted = 0;
        for (const item of written.sort((a, b) => a.characterCountFrom - b.characterCountFrom)) {
          const { charged } = settled.find(({ requestId }) => requestId === item.requestId)!;
          expect(item.characterCountTo - item.characterCountFrom).toBe(charged);
          expect(item.characterCountFrom).toBeGreaterThanOrEqual(counted);
          counted = item.characterCountTo;
        }
        expect(counted).toBeLessThanOrEqual(used);
      }
    }),
    { numRuns: 25 },
  );
}, 60_000);
