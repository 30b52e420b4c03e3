import { and, eq, gte, isNotNull, isNull, or, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import {
  apiKeys,
  backupCodes,
  identities,
  identityProviders,
  knownDevices,
  passkeys,
  singleUseTokens,
  smsFactors,
  totpFactors,
} from "../../../../db/schema";

/** Everything that lets a person in besides their password, by kind. What is not confirmed yet lets nobody in. */
export async function selectWaysIn(database: Database, userId: string) {
  const [totp, sms, ofBackup, ofPasskeys, ofKeys, ofIdentities] = await database.batch([
    database
      .select({ addedAtMs: sql<number>`${totpFactors.confirmedAtMs}` })
      .from(totpFactors)
      .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.confirmedAtMs))),
    database
      .select({ phone: smsFactors.phone, addedAtMs: sql<number>`${smsFactors.confirmedAtMs}` })
      .from(smsFactors)
      .where(and(eq(smsFactors.userId, userId), isNotNull(smsFactors.confirmedAtMs))),
    database.select({ addedAtMs: backupCodes.createdAtMs }).from(backupCodes).where(eq(backupCodes.userId, userId)),
    database
      .select({ name: passkeys.name, addedAtMs: passkeys.createdAtMs })
      .from(passkeys)
      .where(eq(passkeys.userId, userId)),
    database
      .select({ name: apiKeys.name, preview: apiKeys.preview, addedAtMs: apiKeys.createdAtMs })
      .from(apiKeys)
      .where(eq(apiKeys.userId, userId)),
    database
      .select({
        providerKey: identities.providerKey,
        providerName: identityProviders.name,
        addedAtMs: identities.createdAtMs,
      })
      .from(identities)
      .leftJoin(identityProviders, eq(identityProviders.id, identities.providerKey))
      .where(eq(identities.userId, userId)),
  ]);
  return { totp, sms, backupCodes: ofBackup, passkeys: ofPasskeys, apiKeys: ofKeys, identities: ofIdentities };
}

/**
 * A statement that reads which API keys a removal since the same time takes away. It goes before that in its batch: what is
 * made at the same moment is in both or in neither.
 */
export function selectApiKeysSince(database: Database, userId: string, sinceMs: number) {
  return database
    .select({ apiKeyId: apiKeys.id, workspaceId: apiKeys.workspaceId })
    .from(apiKeys)
    .where(and(eq(apiKeys.userId, userId), gte(apiKeys.createdAtMs, sinceMs)));
}

/**
 * Statements that take away passkeys and API keys that were added since a time, with the tokens for sockets that came of
 * them, and the browsers that would not be told of as new ones.
 */
export function removePasskeysAndKeysSince(database: Database, userId: string, sinceMs: number) {
  return [
    database.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAtMs, sinceMs))),
    database.delete(apiKeys).where(and(eq(apiKeys.userId, userId), gte(apiKeys.createdAtMs, sinceMs))),
    database.delete(singleUseTokens).where(eq(singleUseTokens.userId, userId)),
    database.delete(knownDevices).where(and(eq(knownDevices.userId, userId), gte(knownDevices.firstSeenAtMs, sinceMs))),
  ] as const;
}

/**
 * Statements that take away what was added to an account since a time: factors by when they began to count, not by when
 * their setting up began. `identitiesSinceMs`: the same for providers. With them go tokens for sockets, and browsers that
 * would not be told of as new ones.
 */
export function removeWaysAddedSince(
  database: Database,
  userId: string,
  { sinceMs, identitiesSinceMs }: { sinceMs: number; identitiesSinceMs: number },
) {
  return [
    database.delete(passkeys).where(and(eq(passkeys.userId, userId), gte(passkeys.createdAtMs, sinceMs))),
    database
      .delete(totpFactors)
      .where(
        and(
          eq(totpFactors.userId, userId),
          or(isNull(totpFactors.confirmedAtMs), gte(totpFactors.confirmedAtMs, sinceMs)),
        ),
      ),
    database
      .delete(smsFactors)
      .where(
        and(
          eq(smsFactors.userId, userId),
          or(isNull(smsFactors.confirmedAtMs), gte(smsFactors.confirmedAtMs, sinceMs)),
        ),
      ),
    database.delete(backupCodes).where(and(eq(backupCodes.userId, userId), gte(backupCodes.createdAtMs, sinceMs))),
    database.delete(apiKeys).where(and(eq(apiKeys.userId, userId), gte(apiKeys.createdAtMs, sinceMs))),
    database
      .delete(identities)
      .where(and(eq(identities.userId, userId), gte(identities.createdAtMs, identitiesSinceMs))),
    database.delete(singleUseTokens).where(eq(singleUseTokens.userId, userId)),
    database.delete(knownDevices).where(and(eq(knownDevices.userId, userId), gte(knownDevices.firstSeenAtMs, sinceMs))),
  ] as const;
}
