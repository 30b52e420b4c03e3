import { and, eq, exists, gt, isNull, lt, ne, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { preSignUps, users } from "../../../../db/schema";
import { valuesWhile } from "../security/conditional-rows-store";
import { type AddressOfPerson, isUnverified } from "../user-store";

export type PreSignUp = typeof preSignUps.$inferInsert;
type StoredPreSignUp = typeof preSignUps.$inferSelect;

/** What is said about somebody who signs up, whatever their address is. */
export type CameWith = Omit<StoredPreSignUp, "email" | "expiresAtMs">;

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

/** The same without the address it was said about; null where nothing was. */
export async function findCameWith(database: Database, email: string, nowMs: number): Promise<CameWith | null> {
  const found = await findPreSignUp(database, email, nowMs);
  if (!found) return null;
  const { email: _email, expiresAtMs: _expiresAtMs, ...cameWith } = found;
  return cameWith;
}

/** A statement for the sign-up's batch: from then on this is what was said, and nothing else. */
export function replacePreSignUp(database: Database, facts: StoredPreSignUp) {
  const { email: _, ...said } = facts;
  return database.insert(preSignUps).values(facts).onConflictDoUpdate({ target: preSignUps.email, set: said });
}

/**
 * A statement that leaves of an address what came with the sign-up by which it is verified, if anything did; what others said
 * who typed the address is gone. It stands before `markEmailVerified` in its batch, and does nothing the second time.
 */
export function settlePreSignUp(
  database: Database,
  person: AddressOfPerson,
  cameWith: CameWith | null,
  expiresAtMs: number,
) {
  const { userId, email } = person;
  const isFirst = isUnverified(database, person);
  if (!cameWith) return database.delete(preSignUps).where(and(eq(preSignUps.email, email), isFirst));
  const said = { ...cameWith, expiresAtMs };
  return database
    .insert(preSignUps)
    .select(valuesWhile(preSignUps, { email, ...said }, and(eq(users.id, userId), isFirst)))
    .onConflictDoUpdate({ target: preSignUps.email, set: said });
}

/**
 * A statement that forgets what came with a sign-up whose address nobody verified, where another account gets the address. It
 * stands before `displaceUnverified` in its batch.
 */
export function forgetPreSignUpOfUnverified(database: Database, email: string, keptUserId: string) {
  const unverified = database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.email, email), isNull(users.emailVerifiedAtMs), ne(users.id, keptUserId)));
  return database.delete(preSignUps).where(and(eq(preSignUps.email, email), exists(unverified)));
}

/**
 * What was said about a person goes with them to another address, in place of what others said about that one. Statements that
 * stand before the change in its batch.
 */
export function movePreSignUp(database: Database, userId: string, to: string) {
  const comesFromElsewhere = database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), ne(users.email, to)));
  return [
    database.delete(preSignUps).where(and(eq(preSignUps.email, to), exists(comesFromElsewhere))),
    database
      .update(preSignUps)
      .set({ email: to })
      .where(eq(preSignUps.email, sql`(SELECT ${users.email} FROM ${users} WHERE ${users.id} = ${userId})`)),
  ] as const;
}

export async function deleteExpiredPreSignUps(database: Database, beforeMs: number): Promise<void> {
  await database.delete(preSignUps).where(lt(preSignUps.expiresAtMs, beforeMs));
}
