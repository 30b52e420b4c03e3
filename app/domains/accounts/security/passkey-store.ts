import { and, desc, eq, gt, isNull, lt, lte, or } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { passkeyChallenges, passkeys, users } from "../../../../db/schema";
import { sessionLives, valuesWhile } from "./conditional-rows-store";

export type ChallengePurpose = (typeof passkeyChallenges.$inferSelect)["purpose"];
export type StoredPasskey = typeof passkeys.$inferSelect;

export async function insertChallenge(
  database: Database,
  challenge: typeof passkeyChallenges.$inferInsert,
): Promise<void> {
  await database.insert(passkeyChallenges).values(challenge);
}

/** Uses a challenge up. Of two at once, one gets true. `userId`: whom it was given to; null where nobody had said. */
export async function consumeChallenge(
  database: Database,
  challenge: { challengeHash: string; purpose: ChallengePurpose; userId: string | null; nowMs: number },
): Promise<boolean> {
  const { challengeHash, purpose, userId, nowMs } = challenge;
  const rows = await database
    .update(passkeyChallenges)
    .set({ usedAtMs: nowMs })
    .where(
      and(
        eq(passkeyChallenges.challengeHash, challengeHash),
        eq(passkeyChallenges.purpose, purpose),
        userId === null ? isNull(passkeyChallenges.userId) : eq(passkeyChallenges.userId, userId),
        isNull(passkeyChallenges.usedAtMs),
        gt(passkeyChallenges.expiresAtMs, nowMs),
      ),
    )
    .returning({ challengeHash: passkeyChallenges.challengeHash });
  return rows.length > 0;
}

export async function deleteExpiredChallenges(database: Database, beforeMs: number): Promise<void> {
  await database.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAtMs, beforeMs));
}

/** A person's passkeys, newest first. */
export async function selectPasskeys(database: Database, userId: string): Promise<StoredPasskey[]> {
  return database
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.createdAtMs), desc(passkeys.id));
}

/** A passkey of anybody's: whoever signs in by one has not said who they are. */
export async function findPasskey(database: Database, id: string): Promise<StoredPasskey | undefined> {
  const rows = await database.select().from(passkeys).where(eq(passkeys.id, id)).limit(1);
  return rows[0];
}

export async function findPasskeyOf(
  database: Database,
  userId: string,
  id: string,
): Promise<StoredPasskey | undefined> {
  const rows = await database
    .select()
    .from(passkeys)
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .limit(1);
  return rows[0];
}

/** False where this very credential is known already, and where the session has ended in which it was made. */
export async function insertPasskey(
  database: Database,
  passkey: typeof passkeys.$inferInsert,
  sessionId: string,
): Promise<boolean> {
  const ofSession = { userId: passkey.userId, sessionId };
  const rows = await database
    .insert(passkeys)
    .select(valuesWhile(passkeys, passkey, and(eq(users.id, passkey.userId), sessionLives(database, ofSession))))
    .onConflictDoNothing()
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/**
 * Notes a use. False where the counter did not move on from what is stored by now: two uses of one answer, or a copied
 * authenticator. Authenticators that count nothing send 0 for ever.
 */
export async function notePasskeyUse(
  database: Database,
  use: { id: string; counter: number; isBackedUp: boolean; nowMs: number },
): Promise<boolean> {
  const { id, counter, isBackedUp, nowMs } = use;
  const rows = await database
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAtMs: nowMs })
    .where(
      and(
        eq(passkeys.id, id),
        counter === 0 ? lte(passkeys.counter, 0) : or(eq(passkeys.counter, 0), lt(passkeys.counter, counter)),
      ),
    )
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

export async function setPasskeyName(
  database: Database,
  passkey: { id: string; userId: string; name: string },
): Promise<boolean> {
  const rows = await database
    .update(passkeys)
    .set({ name: passkey.name })
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.userId, passkey.userId)))
    .returning({ id: passkeys.id });
  return rows.length > 0;
}

/** Answers the name of what was removed; undefined where it was nobody's, or somebody else's. */
export async function deletePasskey(database: Database, passkey: { id: string; userId: string }) {
  const rows = await database
    .delete(passkeys)
    .where(and(eq(passkeys.id, passkey.id), eq(passkeys.userId, passkey.userId)))
    .returning({ name: passkeys.name });
  return rows[0];
}
