import { and, eq, exists, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { actionCodes, users } from "../../../../db/schema";
import type { ActionMode } from "../action-code-store";
import { sessionLives } from "../security/conditional-rows-store";
import type { PersonInSession } from "../security/step-up";

/**
 * A statement that gives a person an address back, by a code that was used up for it. Where an undo of an earlier change has
 * taken the code away since, it fails and with it its whole batch: an address cannot be null. Fails on one that is taken.
 */
export function giveEmailBack(
  database: Database,
  { codeHash, userId, email }: { codeHash: string; userId: string; email: string },
  nowMs: number,
) {
  const isThere = exists(
    database.select({ codeHash: actionCodes.codeHash }).from(actionCodes).where(eq(actionCodes.codeHash, codeHash)),
  );
  return database
    .update(users)
    .set({ email: sql`CASE WHEN ${isThere} THEN ${email} END`, emailVerifiedAtMs: nowMs })
    .where(eq(users.id, userId));
}

/**
 * A statement that moves a person to another address. Where they do not have the one before any more, or the session has ended
 * in which that is done, it fails and with it its whole batch, which would end what those hold who were faster: an address
 * cannot be null. Fails on one that is taken as well.
 */
export function moveEmail(
  database: Database,
  { userId, sessionId }: PersonInSession,
  { from, to }: { from: string; to: string },
  nowMs: number,
) {
  const isTheirs = and(eq(users.email, from), sessionLives(database, { userId, sessionId }));
  return database
    .update(users)
    .set({ email: sql`CASE WHEN ${isTheirs} THEN ${to} END`, emailVerifiedAtMs: nowMs })
    .where(eq(users.id, userId));
}

/** Whether `moveEmail` would have failed for want of the address before or of the session. */
export async function isAddressOfSession(database: Database, person: PersonInSession, from: string): Promise<boolean> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, person.userId), eq(users.email, from), sessionLives(database, person)));
  return rows.length > 0;
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

/** A statement that ends a person's codes of these kinds. */
export function retireCodes(database: Database, userId: string, modes: ActionMode[], nowMs: number) {
  return database
    .update(actionCodes)
    .set({ usedAtMs: nowMs })
    .where(and(eq(actionCodes.userId, userId), inArray(actionCodes.mode, modes), isNull(actionCodes.usedAtMs)));
}

/**
 * A statement that takes away the codes by which this change of address and later ones could be undone, but the one by which
 * this one just is. They go, used or not: of one that is just being followed nothing may come any more.
 */
export function removeOtherUndos(
  database: Database,
  { userId, codeHash, createdAtMs }: { userId: string; codeHash: string; createdAtMs: number },
) {
  return database
    .delete(actionCodes)
    .where(
      and(
        eq(actionCodes.userId, userId),
        eq(actionCodes.mode, "revertEmail"),
        gte(actionCodes.createdAtMs, createdAtMs),
        ne(actionCodes.codeHash, codeHash),
      ),
    );
}

/** Makes a used code usable again, where what it was used for did not happen after all; false where it is gone since. */
export async function reopenCode(database: Database, codeHash: string): Promise<boolean> {
  const rows = await database
    .update(actionCodes)
    .set({ usedAtMs: null })
    .where(eq(actionCodes.codeHash, codeHash))
    .returning({ codeHash: actionCodes.codeHash });
  return rows.length > 0;
}
