import { and, count, eq, isNotNull, isNull, lt } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { adVisits, users } from "../../../../db/schema";

export async function findReferralCode(database: Database, userId: string) {
  const rows = await database.select({ code: users.referralLinkCode }).from(users).where(eq(users.id, userId)).limit(1);
  return rows[0];
}

/** Gives somebody a code unless they have one. Fails on a code that is somebody else's. */
export async function setReferralCode(database: Database, userId: string, code: string): Promise<void> {
  await database
    .update(users)
    .set({ referralLinkCode: code })
    .where(and(eq(users.id, userId), isNull(users.referralLinkCode)));
}

export async function findUserByReferralCode(database: Database, code: string) {
  const rows = await database
    .select({ userId: users.id, email: users.email })
    .from(users)
    .where(eq(users.referralLinkCode, code))
    .limit(1);
  return rows[0];
}

/** How many came by somebody's link and have verified their address. */
export async function countReferred(database: Database, userId: string): Promise<number> {
  const rows = await database
    .select({ people: count() })
    .from(users)
    .where(and(eq(users.referredBy, userId), isNotNull(users.emailVerifiedAtMs)));
  return rows[0]?.people ?? 0;
}

export async function insertAdVisit(database: Database, visit: typeof adVisits.$inferInsert): Promise<void> {
  await database.insert(adVisits).values(visit);
}

export async function deleteAdVisitsBefore(database: Database, beforeMs: number): Promise<void> {
  await database.delete(adVisits).where(lt(adVisits.createdAtMs, beforeMs));
}

export async function deleteAdVisitsOf(database: Database, emailHash: string): Promise<void> {
  await database.delete(adVisits).where(eq(adVisits.emailHash, emailHash));
}
