/**
 * What a sign-in rests on, and rows that come to be only while that still opens the account. Checking a password takes a
 * while; whoever chooses another one meanwhile must be rid of a sign-in that is under way as of those that are over.
 */
import { and, eq, exists, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { identities, passkeys, pendingSignIns, sessions, users } from "../../../../db/schema";
import type { NewSession } from "../session-store";
import { valuesWhile } from "./conditional-rows-store";
import { isUnused } from "./pending-sign-in-store";

/** What was shown: the very hash that a password fitted, a passkey, a provider, or a first factor before a second one. */
export type SignInBasis =
  | { kind: "password"; passwordHash: string }
  | { kind: "passkey"; passkeyId: string }
  | { kind: "oidc" | "saml"; providerKey: string }
  | { kind: "pending"; pendingId: string; nowMs: number };

/** A statement that opens a session while the basis holds, and answers a row where it did. */
export function insertSessionWhile(database: Database, session: NewSession, basis: SignInBasis) {
  return database
    .insert(sessions)
    .select(valuesWhile(sessions, session, holds(database, session.userId, basis)))
    .returning({ id: sessions.id });
}

/** The same for a sign-in that awaits its second factor. */
export function insertPendingSignInWhile(
  database: Database,
  pending: typeof pendingSignIns.$inferInsert,
  basis: SignInBasis,
) {
  return database
    .insert(pendingSignIns)
    .select(valuesWhile(pendingSignIns, pending, holds(database, pending.userId, basis)))
    .returning({ id: pendingSignIns.id });
}

/** The condition, of a person's row, that what was shown is still worth something. */
function holds(database: Database, userId: string, basis: SignInBasis): SQL | undefined {
  const isPerson = eq(users.id, userId);
  switch (basis.kind) {
    case "password":
      return and(isPerson, eq(users.passwordHash, basis.passwordHash));
    case "passkey":
      return and(
        isPerson,
        exists(
          database
            .select({ id: passkeys.id })
            .from(passkeys)
            .where(and(eq(passkeys.id, basis.passkeyId), eq(passkeys.userId, userId))),
        ),
      );
    case "pending":
      return and(
        isPerson,
        exists(
          database
            .select({ id: pendingSignIns.id })
            .from(pendingSignIns)
            .where(and(eq(pendingSignIns.userId, userId), isUnused(basis.pendingId, basis.nowMs))),
        ),
      );
    default:
      return and(
        isPerson,
        exists(
          database
            .select({ userId: identities.userId })
            .from(identities)
            .where(and(eq(identities.providerKey, basis.providerKey), eq(identities.userId, userId))),
        ),
      );
  }
}
