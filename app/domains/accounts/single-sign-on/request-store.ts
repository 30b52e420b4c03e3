import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { identities, ssoRequests, takenAssertions, users } from "../../../../db/schema";
import { valuesWhile } from "../security/conditional-rows-store";

export type SignOnRequest = typeof ssoRequests.$inferSelect;

export async function insertSignOnRequest(database: Database, request: typeof ssoRequests.$inferInsert): Promise<void> {
  await database.insert(ssoRequests).values(request);
}

/** Uses a request up. Of two at once, one gets the row and the other nothing. */
export async function consumeSignOnRequest(
  database: Database,
  { stateHash, providerKey }: Pick<SignOnRequest, "stateHash" | "providerKey">,
  nowMs: number,
): Promise<SignOnRequest | undefined> {
  const rows = await database
    .update(ssoRequests)
    .set({ usedAtMs: nowMs })
    .where(
      and(
        eq(ssoRequests.stateHash, stateHash),
        eq(ssoRequests.providerKey, providerKey),
        isNull(ssoRequests.usedAtMs),
        gt(ssoRequests.expiresAtMs, nowMs),
      ),
    )
    .returning();
  return rows[0];
}

/** Takes an assertion, or a ticket of ours. False for one that was taken before. */
export async function takeAssertion(database: Database, assertionHash: string, expiresAtMs: number): Promise<boolean> {
  const taken = await database
    .insert(takenAssertions)
    .values({ assertionHash, expiresAtMs })
    .onConflictDoNothing()
    .returning({ assertionHash: takenAssertions.assertionHash });
  return taken.length > 0;
}

/** Removes requests and assertions that nobody can use any more. */
export async function deleteExpiredSignOns(database: Database, beforeMs: number): Promise<void> {
  await database.delete(ssoRequests).where(lt(ssoRequests.expiresAtMs, beforeMs));
  await database.delete(takenAssertions).where(lt(takenAssertions.expiresAtMs, beforeMs));
}

/** The account that a provider's subject was linked to. */
export async function findUserOfSubject(database: Database, providerKey: string, subject: string) {
  const rows = await database
    .select({ user: users })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.providerKey, providerKey), eq(identities.subject, subject)))
    .limit(1);
  return rows[0]?.user;
}

/**
 * Links a subject to an account while that has the address by which it was found: an undo may just have taken it back from
 * whoever the provider speaks for. Of two at once the first stays.
 */
export async function insertIdentityWhile(
  database: Database,
  identity: typeof identities.$inferInsert & { email: string },
): Promise<void> {
  const hasAddress = and(eq(users.id, identity.userId), eq(users.email, identity.email));
  await database
    .insert(identities)
    .select(valuesWhile(identities, identity, hasAddress))
    .onConflictDoNothing();
}

export async function touchIdentity(
  database: Database,
  providerKey: string,
  subject: string,
  nowMs: number,
): Promise<void> {
  await database
    .update(identities)
    .set({ lastUsedAtMs: nowMs })
    .where(and(eq(identities.providerKey, providerKey), eq(identities.subject, subject)));
}
