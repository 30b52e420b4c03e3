import { and, eq, gte, inArray, isNull, ne, notExists } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { actionCodes, users } from "../../../../db/schema";
import type { ActionMode } from "../action-code-store";

/** A statement that moves a person to another address, as long as they still have the one before. Fails on one that is taken. */
export function setEmail(database: Database, userId: string, from: string | null, to: string, nowMs: number) {
  return database
    .update(users)
    .set({ email: to, emailVerifiedAtMs: nowMs })
    .where(and(eq(users.id, userId), from === null ? undefined : eq(users.email, from)))
    .returning({ id: users.id });
}

/**
 * A statement that takes an address from an account whose owner never showed that it is theirs, so that whoever shows it
 * now gets it. That account was never entered; its own links are for the address and end with it.
 */
export function displaceUnverified(database: Database, email: string, keptUserId: string) {
  return database
    .update(users)
    .set({ email: `${crypto.randomUUID()}@displaced.invalid` })
    .where(and(eq(users.email, email), isNull(users.emailVerifiedAtMs), ne(users.id, keptUserId)));
}

/** A statement that ends a person's codes of these kinds, from a time on where one is given. */
export function retireCodes(database: Database, userId: string, modes: ActionMode[], nowMs: number, sinceMs = 0) {
  return database
    .update(actionCodes)
    .set({ usedAtMs: nowMs })
    .where(
      and(
        eq(actionCodes.userId, userId),
        inArray(actionCodes.mode, modes),
        isNull(actionCodes.usedAtMs),
        gte(actionCodes.createdAtMs, sinceMs),
      ),
    );
}

/** A statement that forgets a code that undoes a move, unless the person has moved there. */
export function forgetUnlessMoved(database: Database, codeHash: string, userId: string, to: string) {
  const moved = database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.email, to)));
  return database.delete(actionCodes).where(and(eq(actionCodes.codeHash, codeHash), notExists(moved)));
}

/** Makes a used code usable again, where what it was used for did not happen after all. */
export async function reopenCode(database: Database, codeHash: string): Promise<void> {
  await database.update(actionCodes).set({ usedAtMs: null }).where(eq(actionCodes.codeHash, codeHash));
}
