import { env, runInDurableObject } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { eraseAccount } from "../../../../app/domains/accounts/departure/erasure";
import { TABLE_NAMES } from "../../../../app/domains/accounts/departure/erasure-rules";
import { FORMER_MEMBER } from "../../../../app/domains/accounts/departure/rules";
import { sha256Hex } from "../../../../app/domains/accounts/secrets";
import {
  accountDeletions,
  historyItems,
  shares,
  smsFactors,
  supportAccess,
  usageDays,
  users,
  workspaceMembers,
  workspaces,
} from "../../../../db/schema";
import { publishToWorkspace } from "../../../../durable-objects/workspace-channel/connect";
import { takeRateLimit } from "../../../../workers/app/api/rate-limits";
import { departurePorts } from "../../../../workers/app/departure-ports";
import type { Env } from "../../../../workers/app/env";
import { servicesForTest, signUpForTest } from "../../../support/test-caller";
import { fillTables, type Subject, schemaTables, tablesHolding } from "./fill-tables";

const services = servicesForTest(env);
const { database } = services;
const ports = departurePorts(env as unknown as Env);
const client = { address: "192.0.2.99", userAgent: "" };
/** What may stay: hashes and ids that say nothing of anybody, each with its reason in `erasure-rules.ts`. */
const MAY_STAY = ["completedJobs", "takenAssertions"];
let people = 0;

/** Somebody of whom there is a row in every table, and an object of each kind. */
async function addSubject(): Promise<Subject> {
  const { userId, workspaceId, email } = await signUpForTest(env);
  const mark = `mark${++people}x`;
  const subject = { userId, workspaceId, email, phone: `+1555000${people}`, mark };
  await fillTables(database, subject);
  for (const key of objectKeys(subject)) await env.STORAGE.put(key, "kept");
  await publishToWorkspace(env, workspaceId, [{ type: "history_deleted", ids: [mark] }]);
  await takeRateLimit(env, "account_mail_address", email);
  await takeRateLimit(env, "speech", workspaceId);
  return subject;
}

const objectKeys = ({ userId, workspaceId, mark }: Subject) => [
  `workspaces/${workspaceId}/audio/a.mp3`,
  `workspaces/${workspaceId}/audio/a.timings.json`,
  `workspaces/${workspaceId}/cards/h/dark-1.png`,
  `workspaces/${workspaceId}/videos/h/v-1.mp4`,
  `archives/${mark}_history_archives.zip`,
  `archives/${mark}_history_archives/staged`,
  `exports/${userId}/e.zip`,
];

const tracesOf = async ({ userId, workspaceId, email, phone, mark }: Subject) => [
  ...[userId, workspaceId, email, phone, `${mark}_`],
  await sha256Hex(email),
];

async function storedKeys(): Promise<string[]> {
  return (await env.STORAGE.list()).objects.map(({ key }) => key);
}

/** Everything at which somebody still shows, by name. */
async function tracesLeft(subject: Subject): Promise<string[]> {
  const holding = await tablesHolding(database, await tracesOf(subject));
  const found = await database.all(
    sql`SELECT rowid FROM history_search WHERE history_search MATCH ${`"${subject.mark}"`}`,
  );
  const objects = (await storedKeys()).filter((key) =>
    [subject.userId, subject.workspaceId, subject.mark].some((text) => key.includes(text)),
  );
  return [...holding.filter((name) => !MAY_STAY.includes(name)), ...(found.length > 0 ? ["search"] : []), ...objects];
}

async function closeAndMakeDue({ userId }: Subject): Promise<void> {
  await services.accounts.departure.close({ userId }, client);
  await database.update(accountDeletions).set({ eraseAtMs: 1 }).where(eq(accountDeletions.userId, userId));
}

describe("the end of an account", () => {
  it("knows every table of the schema", () => {
    expect([...TABLE_NAMES].sort()).toEqual(
      schemaTables()
        .map(([name]) => name)
        .sort(),
    );
  });

  it("leaves no row, no object, no word in the search and no counted use, and touches nobody else", async () => {
    const [gone, other] = [await addSubject(), await addSubject()];
    const before = await tracesLeft(other);
    // What is there before is what the test would see afterwards.
    expect(await tracesLeft(gone)).toEqual(
      expect.arrayContaining(["historyItems", "shares", "search", "securityEvents"]),
    );
    await closeAndMakeDue(gone);
    await services.accounts.departure.eraseDue();
    expect(await tracesLeft(gone)).toEqual([]);
    expect(await tracesLeft(other)).toEqual(before);

    const channel = env.WORKSPACE_CHANNEL.get(env.WORKSPACE_CHANNEL.idFromName(gone.workspaceId));
    await runInDurableObject(channel, async (_object, state) => {
      expect(state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'events'").toArray()).toEqual([]);
    });
    for (const name of [`account_mail_address:${gone.email}`, `speech:${gone.workspaceId}`]) {
      const limiter = env.RATE_LIMITER.get(env.RATE_LIMITER.idFromName(name));
      await runInDurableObject(limiter, async (_object, state) => {
        expect((await state.storage.list()).size).toBe(0);
      });
    }
  });

  it("goes on after a crash at any step, until nothing is left", async () => {
    const gone = await addSubject();
    await closeAndMakeDue(gone);
    class Crash extends Error {}
    const crashed = new Set<string>();
    for (;;) {
      const seen = new Map<string, number>();
      const beforeStep = (step: string) => {
        const times = (seen.get(step) ?? 0) + 1;
        seen.set(step, times);
        if (crashed.has(`${step} ${times}`)) return;
        crashed.add(`${step} ${times}`);
        throw new Crash();
      };
      try {
        await eraseAccount({ database, ports, beforeStep }, gone.userId);
        break;
      } catch (error) {
        if (!(error instanceof Crash)) throw error;
        // As long as this is there, the next clean-up goes on.
        const left = await database.select().from(accountDeletions).where(eq(accountDeletions.userId, gone.userId));
        expect(left).toHaveLength(1);
      }
    }
    expect(crashed.size).toBeGreaterThan(TABLE_NAMES.length);
    expect(await tracesLeft(gone)).toEqual([]);
    await eraseAccount({ database, ports }, gone.userId);
  });

  it("is left to one worker at a time, and taken over from one that died", async () => {
    const gone = await addSubject();
    await closeAndMakeDue(gone);
    const ofGone = eq(accountDeletions.userId, gone.userId);
    await database.update(accountDeletions).set({ erasingSinceMs: Date.now() }).where(ofGone);
    await services.accounts.departure.eraseDue();
    expect(await database.select().from(users).where(eq(users.id, gone.userId))).toHaveLength(1);
    await database
      .update(accountDeletions)
      .set({ erasingSinceMs: Date.now() - 31 * 60_000 })
      .where(ofGone);
    await services.accounts.departure.eraseDue();
    expect(await tracesLeft(gone)).toEqual([]);
  });

  it("leaves what was made in a workspace of others with them, without the person's name", async () => {
    const [gone, other] = [await addSubject(), await addSubject()];
    const { workspaceId } = other;
    const createdAtMs = Date.now();
    await database.insert(workspaceMembers).values({ workspaceId, userId: gone.userId, role: "admin", createdAtMs });
    await database.update(workspaces).set({ ownerId: gone.userId }).where(eq(workspaces.id, workspaceId));
    const ofWorkspace = eq(historyItems.workspaceId, workspaceId);
    await database.update(historyItems).set({ userId: gone.userId }).where(ofWorkspace);
    await database.update(shares).set({ userId: gone.userId }).where(eq(shares.workspaceId, workspaceId));
    await database
      .update(supportAccess)
      .set({ staffUserId: gone.userId })
      .where(eq(supportAccess.userId, other.userId));
    const [day] = await database.select().from(usageDays).where(eq(usageDays.workspaceId, workspaceId));
    await database.insert(usageDays).values([
      { ...day!, userId: gone.userId, characters: 5, requests: 2 },
      { ...day!, userId: FORMER_MEMBER, characters: 3, requests: 1 },
    ]);
    await database.insert(smsFactors).values({ userId: other.userId, phone: "+1", createdAtMs }).onConflictDoNothing();
    const objects = (await storedKeys()).filter((key) => key.includes(workspaceId));
    await closeAndMakeDue(gone);
    await services.accounts.departure.eraseDue();

    expect(await tracesLeft(gone)).toEqual([]);
    expect(await database.select().from(historyItems).where(ofWorkspace)).toMatchObject([{ userId: FORMER_MEMBER }]);
    expect(await database.select().from(shares).where(eq(shares.workspaceId, workspaceId))).toMatchObject([
      { userId: FORMER_MEMBER },
    ]);
    const former = (await database.select().from(usageDays).where(eq(usageDays.workspaceId, workspaceId))).filter(
      ({ userId }) => userId === FORMER_MEMBER,
    );
    expect(former).toMatchObject([{ characters: 8, requests: 3 }]);
    const [workspace] = await database.select().from(workspaces).where(eq(workspaces.id, workspaceId));
    expect(workspace?.ownerId).toBe(other.userId);
    expect(await database.select().from(supportAccess).where(eq(supportAccess.userId, other.userId))).toMatchObject([
      { staffUserId: FORMER_MEMBER, staffEmail: "somebody who has left support" },
    ]);
    expect((await storedKeys()).filter((key) => key.includes(workspaceId))).toEqual(objects);
  });
});
