import { and, asc, count, eq, isNotNull, isNull, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db/client";
import { identities, identityProviders, ssoDomains, ssoRequests } from "../../../../db/schema";
import { type Acting, stillActs } from "../security/conditional-rows-store";

export type ProviderRow = typeof identityProviders.$inferSelect;
export type DomainRow = typeof ssoDomains.$inferSelect;

export async function insertProvider(
  database: Database,
  provider: typeof identityProviders.$inferInsert,
): Promise<void> {
  await database.insert(identityProviders).values(provider);
}

/** Providers of a workspace, oldest first. */
export async function selectProviders(database: Database, workspaceId: string): Promise<ProviderRow[]> {
  return database
    .select()
    .from(identityProviders)
    .where(eq(identityProviders.workspaceId, workspaceId))
    .orderBy(asc(identityProviders.createdAtMs), asc(identityProviders.id));
}

/** A provider by its id alone: for a browser that is on its way through it and belongs to no workspace yet. */
export async function findProvider(database: Database, providerId: string): Promise<ProviderRow | undefined> {
  const rows = await database.select().from(identityProviders).where(eq(identityProviders.id, providerId)).limit(1);
  return rows[0];
}

export async function findProviderOf(
  database: Database,
  workspaceId: string,
  providerId: string,
): Promise<ProviderRow | undefined> {
  const rows = await database.select().from(identityProviders).where(ownProvider(workspaceId, providerId)).limit(1);
  return rows[0];
}

/** Answers whether there was such a provider in the workspace, and whoever changes it is still there. */
export async function updateProvider(
  database: Database,
  admin: Acting & { workspaceId: string },
  providerId: string,
  changes: Partial<typeof identityProviders.$inferInsert>,
): Promise<boolean> {
  const changed = await database
    .update(identityProviders)
    .set(changes)
    .where(and(ownProvider(admin.workspaceId, providerId), stillActs(database, admin)))
    .returning({ id: identityProviders.id });
  return changed.length > 0;
}

/** Removes a provider with its domains, what is under way through it, and who was known by it. */
export async function deleteProvider(database: Database, workspaceId: string, providerId: string): Promise<boolean> {
  const [gone] = await database.batch([
    database
      .delete(identityProviders)
      .where(ownProvider(workspaceId, providerId))
      .returning({ id: identityProviders.id }),
    // Only where the provider is gone, so that another workspace's stays as it is.
    database.delete(ssoDomains).where(and(eq(ssoDomains.providerId, providerId), isGone(database, providerId))),
    database.delete(identities).where(and(eq(identities.providerKey, providerId), isGone(database, providerId))),
    database.delete(ssoRequests).where(and(eq(ssoRequests.providerKey, providerId), isGone(database, providerId))),
  ]);
  return gone.length > 0;
}

function isGone(database: Database, providerId: string) {
  return notExists(
    database.select({ one: sql`1` }).from(identityProviders).where(eq(identityProviders.id, providerId)),
  );
}

function ownProvider(workspaceId: string, providerId: string) {
  return and(eq(identityProviders.workspaceId, workspaceId), eq(identityProviders.id, providerId));
}

/** Domains of a workspace's providers, in order of the alphabet. */
export async function selectDomains(database: Database, workspaceId: string): Promise<DomainRow[]> {
  return database
    .select()
    .from(ssoDomains)
    .where(eq(ssoDomains.workspaceId, workspaceId))
    .orderBy(asc(ssoDomains.domain));
}

export async function countDomains(database: Database, providerId: string): Promise<number> {
  const rows = await database.select({ number: count() }).from(ssoDomains).where(eq(ssoDomains.providerId, providerId));
  return rows[0]?.number ?? 0;
}

/**
 * Adds a domain that is to be verified. One that the workspace has already goes to this provider and stays verified, unless
 * whoever asks is not there any more: then nothing happens, and false is answered.
 */
export async function upsertDomain(
  database: Database,
  domain: typeof ssoDomains.$inferInsert,
  admin: Acting,
): Promise<boolean> {
  const rows = await database
    .insert(ssoDomains)
    .values(domain)
    .onConflictDoUpdate({
      target: [ssoDomains.domain, ssoDomains.workspaceId],
      set: { providerId: domain.providerId },
      setWhere: stillActs(database, admin),
    })
    .returning({ domain: ssoDomains.domain });
  return rows.length > 0;
}

export async function findDomain(database: Database, workspaceId: string, domain: string) {
  const rows = await database.select().from(ssoDomains).where(ownDomain(workspaceId, domain)).limit(1);
  return rows[0];
}

export async function deleteDomain(database: Database, workspaceId: string, domain: string): Promise<boolean> {
  const gone = await database
    .delete(ssoDomains)
    .where(ownDomain(workspaceId, domain))
    .returning({ domain: ssoDomains.domain });
  return gone.length > 0;
}

function ownDomain(workspaceId: string, domain: string) {
  return and(eq(ssoDomains.workspaceId, workspaceId), eq(ssoDomains.domain, domain));
}

/**
 * Notes that a domain is the workspace's own, unless another one has verified it, or whoever asks is not there any more. Of two
 * at once, one gets it.
 */
export async function markDomainVerified(
  database: Database,
  domain: string,
  admin: Acting & { workspaceId: string },
  nowMs: number,
): Promise<boolean> {
  const { workspaceId } = admin;
  const others = alias(ssoDomains, "others");
  const taken = database
    .select({ one: sql`1` })
    .from(others)
    .where(
      and(eq(others.domain, domain), sql`${others.workspaceId} <> ${workspaceId}`, isNotNull(others.verifiedAtMs)),
    );
  const changed = await database
    .update(ssoDomains)
    .set({ verifiedAtMs: nowMs })
    .where(
      and(
        ownDomain(workspaceId, domain),
        isNull(ssoDomains.verifiedAtMs),
        notExists(taken),
        stillActs(database, admin),
      ),
    )
    .returning({ domain: ssoDomains.domain });
  return changed.length > 0;
}

/** The provider of a verified mail domain. A domain has one at most. */
export async function findProviderOfDomain(database: Database, domain: string): Promise<ProviderRow | undefined> {
  const rows = await database
    .select({ provider: identityProviders })
    .from(ssoDomains)
    .innerJoin(identityProviders, eq(identityProviders.id, ssoDomains.providerId))
    .where(and(eq(ssoDomains.domain, domain), isNotNull(ssoDomains.verifiedAtMs)))
    .limit(1);
  return rows[0]?.provider;
}

/** Verified domains that lead to a provider. */
export async function selectVerifiedDomains(database: Database, providerId: string): Promise<string[]> {
  const rows = await database
    .select({ domain: ssoDomains.domain })
    .from(ssoDomains)
    .where(and(eq(ssoDomains.providerId, providerId), isNotNull(ssoDomains.verifiedAtMs)));
  return rows.map(({ domain }) => domain);
}
