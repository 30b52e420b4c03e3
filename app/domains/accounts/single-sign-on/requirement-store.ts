/** What begins to hold for members once their workspace asks for its own provider. */
import { and, asc, eq, exists, inArray, isNotNull, isNull, ne, or, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import {
  identities,
  identityProviders,
  pendingSignIns,
  sessions,
  ssoDomains,
  users,
  workspaceMembers,
  workspaces,
} from "../../../../db/schema";
import type { ProviderRow } from "./provider-store";

interface Requirement {
  workspaceId: string;
  providerId: string;
  /** Verified ones, whose addresses have to come by the provider. */
  domains: string[];
  /** Of this member alone; without it, of all whom it concerns. */
  userId?: string | undefined;
}

/**
 * Ends the workspace's sessions of members who have to come by the provider and came another way, and answers which.
 * `keptSessionId` goes on, and so does what an owner granted to support, which ends by itself. A statement.
 */
export function revokeSessionsOfOtherWays(
  database: Database,
  requirement: Requirement & { keptSessionId: string },
  nowMs: number,
) {
  const { workspaceId, providerId, keptSessionId } = requirement;
  return database
    .update(sessions)
    .set({ revokedAtMs: nowMs })
    .where(
      and(
        eq(sessions.workspaceId, workspaceId),
        isNull(sessions.revokedAtMs),
        isNull(sessions.supportAccessId),
        ne(sessions.id, keptSessionId),
        or(isNull(sessions.providerKey), ne(sessions.providerKey, providerId)),
        inArray(sessions.userId, membersConcerned(database, requirement)),
      ),
    )
    .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId, userId: sessions.userId });
}

/** Makes sign-ins unusable that those members began another way and have not ended. A statement. */
export function retirePendingSignInsOfOtherWays(database: Database, requirement: Requirement, nowMs: number) {
  return database
    .update(pendingSignIns)
    .set({ usedAtMs: nowMs })
    .where(
      and(
        isNull(pendingSignIns.usedAtMs),
        or(isNull(pendingSignIns.providerKey), ne(pendingSignIns.providerKey, requirement.providerId)),
        inArray(pendingSignIns.userId, membersConcerned(database, requirement)),
      ),
    );
}

/**
 * Required providers by which a person has been signed in before, the first one first. One without a verified domain is
 * left out: nobody would be led to it.
 */
export async function selectRequiredProvidersOf(database: Database, userId: string): Promise<ProviderRow[]> {
  const verifiedDomain = database
    .select({ one: sql`1` })
    .from(ssoDomains)
    .where(and(eq(ssoDomains.providerId, identityProviders.id), isNotNull(ssoDomains.verifiedAtMs)));
  const rows = await database
    .select({ provider: identityProviders })
    .from(identities)
    .innerJoin(identityProviders, eq(identityProviders.id, identities.providerKey))
    .where(and(eq(identities.userId, userId), eq(identityProviders.isRequired, true), exists(verifiedDomain)))
    .orderBy(asc(identities.createdAtMs), asc(identities.providerKey));
  return rows.map(({ provider }) => provider);
}

/** Members with an address at one of the domains, and those who are known by the provider; the owner keeps all ways. */
function membersConcerned(database: Database, { workspaceId, providerId, domains, userId }: Requirement) {
  const known = database
    .select({ userId: identities.userId })
    .from(identities)
    .where(eq(identities.providerKey, providerId));
  return database
    .select({ userId: users.id })
    .from(workspaceMembers)
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .where(
      and(
        eq(workspaceMembers.workspaceId, workspaceId),
        ne(workspaces.ownerId, users.id),
        userId === undefined ? undefined : eq(users.id, userId),
        or(
          inArray(sql<string>`substr(${users.email}, instr(${users.email}, '@') + 1)`, domains),
          inArray(users.id, known),
        ),
      ),
    );
}

/** Whose session it was that has been ended, and by which provider they came; undefined for none, and for one that lives. */
export async function findEndedSession(database: Database, sessionId: string) {
  const rows = await database
    .select({ userId: users.id, email: users.email, providerKey: sessions.providerKey })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.id, sessionId), isNotNull(sessions.revokedAtMs), isNull(sessions.supportAccessId)))
    .limit(1);
  return rows[0];
}
