import { and, eq, gte, inArray, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { actionCodes, users } from "../../../../db/schema";
import type { ActionMode } from "../action-code-store";
import { sessionLives } from "../security/conditional-rows-store";
import type { PersonInSession } from "../security/step-up";

/** A statement that gives a person an address. Fails on one that is taken. */
export function setEmail(database: Database, userId: string, to: string, nowMs: number) {
  return database.update(users).set({ email: to, emailVerifiedAtMs: nowMs }).where(eq(users.id, userId));
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

/** Makes a used code usable again, where what it was used for did not happen after all. */
export async function reopenCode(database: Database, codeHash: string): Promise<void> {
  await database.update(actionCodes).set({ usedAtMs: null }).where(eq(actionCodes.codeHash, codeHash));
}
