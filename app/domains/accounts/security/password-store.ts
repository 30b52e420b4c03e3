import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { users } from "../../../../db/schema";
import { sessionLives } from "./conditional-rows-store";
import type { PersonInSession } from "./step-up";

/** Stores a password's hash anew, unless another password was chosen meanwhile. */
export async function rehashPassword(database: Database, userId: string, from: string, to: string): Promise<void> {
  await database
    .update(users)
    .set({ passwordHash: to })
    .where(and(eq(users.id, userId), eq(users.passwordHash, from)));
}

/**
 * A statement that makes another password of the one with the hash `from`. Where that is not the password any more, or the
 * session has ended, it fails and with it its whole batch: a password cannot be null.
 */
export function replacePasswordHash(
  database: Database,
  { userId, sessionId }: PersonInSession,
  { from, to }: { from: string; to: string },
) {
  const isTheirs = and(eq(users.passwordHash, from), sessionLives(database, { userId, sessionId }));
  return database
    .update(users)
    .set({ passwordHash: sql`CASE WHEN ${isTheirs} THEN ${to} END` })
    .where(eq(users.id, userId));
}

/**
 * A statement that gives a password to the person whom a code was mailed to. Where they have another address by now it fails,
 * and with it its whole batch: an undo may have taken the account back from whoever reads that mail.
 */
export function resetPasswordHash(database: Database, mailedTo: { userId: string; email: string }, hash: string) {
  return database
    .update(users)
    .set({ passwordHash: sql`CASE WHEN ${eq(users.email, mailedTo.email)} THEN ${hash} END` })
    .where(eq(users.id, mailedTo.userId));
}

/** Whether `replacePasswordHash` would have failed. */
export async function isPasswordOfSession(database: Database, person: PersonInSession, hash: string): Promise<boolean> {
  const rows = await database
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, person.userId), eq(users.passwordHash, hash), sessionLives(database, person)));
  return rows.length > 0;
}
