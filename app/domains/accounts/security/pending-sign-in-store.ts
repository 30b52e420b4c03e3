import { and, eq, gt, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { pendingSignIns } from "../../../../db/schema";

/** Wrong codes until a sign-in has to begin again. */
export const PENDING_ATTEMPTS = 5;

const open = (id: string, nowMs: number) =>
  and(
    eq(pendingSignIns.id, id),
    isNull(pendingSignIns.usedAtMs),
    gt(pendingSignIns.expiresAtMs, nowMs),
    lt(pendingSignIns.attempts, PENDING_ATTEMPTS),
  );

/** A sign-in that still awaits its second factor. */
export async function findPendingSignIn(database: Database, id: string, nowMs: number) {
  const rows = await database.select().from(pendingSignIns).where(open(id, nowMs)).limit(1);
  return rows[0];
}

/** Counts an attempt before it is made; undefined when there are none left. Of many at once, each counts. */
export async function countPendingAttempt(database: Database, id: string, nowMs: number) {
  const rows = await database
    .update(pendingSignIns)
    .set({ attempts: sql`${pendingSignIns.attempts} + 1` })
    .where(open(id, nowMs))
    .returning();
  return rows[0];
}

/** Whether a session may still come of a pending sign-in. The last attempt may be the right one, so they do not count. */
export const isUnused = (id: string, nowMs: number) =>
  and(eq(pendingSignIns.id, id), isNull(pendingSignIns.usedAtMs), gt(pendingSignIns.expiresAtMs, nowMs));

/** A statement that uses a pending sign-in up, for the batch that opens its session. */
export function consumePendingSignIn(database: Database, id: string, nowMs: number) {
  return database.update(pendingSignIns).set({ usedAtMs: nowMs }).where(isUnused(id, nowMs));
}

/** Makes a person's open sign-ins unusable: what they were begun with may be known to others. */
export function retirePendingSignIns(database: Database, userId: string, nowMs: number) {
  return database
    .update(pendingSignIns)
    .set({ usedAtMs: nowMs })
    .where(and(eq(pendingSignIns.userId, userId), isNull(pendingSignIns.usedAtMs)));
}

export async function deleteExpiredPendingSignIns(database: Database, beforeMs: number): Promise<void> {
  await database.delete(pendingSignIns).where(lt(pendingSignIns.expiresAtMs, beforeMs));
}
