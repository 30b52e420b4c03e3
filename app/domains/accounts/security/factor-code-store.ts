import { and, desc, eq, gt, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { factorCodes } from "../../../../db/schema";

export type FactorCodePurpose = (typeof factorCodes.$inferSelect)["purpose"];
/** Wrong tries until a code is worth nothing. */
export const CODE_ATTEMPTS = 5;

export interface CodeSubject {
  userId: string;
  purpose: FactorCodePurpose;
  boundTo: string;
}

const openFor = ({ userId, purpose, boundTo }: CodeSubject, nowMs: number) =>
  and(
    eq(factorCodes.userId, userId),
    eq(factorCodes.purpose, purpose),
    eq(factorCodes.boundTo, boundTo),
    isNull(factorCodes.usedAtMs),
    gt(factorCodes.expiresAtMs, nowMs),
    lt(factorCodes.attempts, CODE_ATTEMPTS),
  );

/** Stores a code; those before it, for the same thing, stop working. */
export async function replaceFactorCode(database: Database, code: typeof factorCodes.$inferInsert): Promise<void> {
  await database.batch([
    database
      .update(factorCodes)
      .set({ usedAtMs: code.createdAtMs })
      .where(
        and(
          eq(factorCodes.userId, code.userId),
          eq(factorCodes.purpose, code.purpose),
          eq(factorCodes.boundTo, code.boundTo),
          isNull(factorCodes.usedAtMs),
        ),
      ),
    database.insert(factorCodes).values(code),
  ]);
}

/** Counts a try at the open code before it is made, and answers the code; undefined where there is none to try. */
export async function countCodeAttempt(database: Database, subject: CodeSubject, nowMs: number) {
  const newest = database
    .select({ id: factorCodes.id })
    .from(factorCodes)
    .where(openFor(subject, nowMs))
    .orderBy(desc(factorCodes.createdAtMs), desc(factorCodes.id))
    .limit(1);
  const rows = await database
    .update(factorCodes)
    .set({ attempts: sql`${factorCodes.attempts} + 1` })
    .where(and(inArray(factorCodes.id, newest), openFor(subject, nowMs)))
    .returning();
  return rows[0];
}

/** Uses a code up. Of two at once, one gets true. */
export async function consumeFactorCode(database: Database, id: string, nowMs: number): Promise<boolean> {
  const rows = await database
    .update(factorCodes)
    .set({ usedAtMs: nowMs })
    .where(and(eq(factorCodes.id, id), isNull(factorCodes.usedAtMs)))
    .returning({ id: factorCodes.id });
  return rows.length > 0;
}

export async function deleteExpiredFactorCodes(database: Database, beforeMs: number): Promise<void> {
  await database.delete(factorCodes).where(lt(factorCodes.expiresAtMs, beforeMs));
}
