import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { preSignUps } from "../../../../db/schema";

export type PreSignUp = typeof preSignUps.$inferInsert;

/** Keeps what is said about an address; what is not said this time stays as it was. */
export async function keepPreSignUp(database: Database, facts: PreSignUp): Promise<void> {
  const given = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined && value !== null));
  await database.insert(preSignUps).values(facts).onConflictDoUpdate({ target: preSignUps.email, set: given });
}

/** What was said about an address, as long as it counts. */
export async function findPreSignUp(database: Database, email: string, nowMs: number) {
  const rows = await database
    .select()
    .from(preSignUps)
    .where(and(eq(preSignUps.email, email), gt(preSignUps.expiresAtMs, nowMs)))
    .limit(1);
  return rows[0];
}

/** What was said about an address goes with it to another one. A statement for the batch of the change. */
export function movePreSignUp(database: Database, from: string, to: string) {
  return database
    .update(preSignUps)
    .set({ email: to })
    .where(and(eq(preSignUps.email, from), sql`not exists (select 1 from ${preSignUps} where email = ${to})`));
}

export async function deleteExpiredPreSignUps(database: Database, beforeMs: number): Promise<void> {
  await database.delete(preSignUps).where(lt(preSignUps.expiresAtMs, beforeMs));
}
