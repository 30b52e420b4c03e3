import { and, desc, eq, exists, isNull, lt, or, type SQL } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { apiKeys, users, workspaceMembers } from "../../../db/schema";
import { isNotLeaving } from "./departure/store";
import { type Acting, stillActs, valuesWhile } from "./security/conditional-rows-store";

export type NewApiKey = typeof apiKeys.$inferInsert;

/** The key with this hash, with its owner's role in its workspace; undefined once the owner has left or closed their account. */
export const findApiKeyByHash = (database: Database, keyHash: string) =>
  findKey(database, eq(apiKeys.keyHash, keyHash));

/** As `findApiKeyByHash`, for a key that was shown before. */
export const findApiKeyById = (database: Database, apiKeyId: string) => findKey(database, eq(apiKeys.id, apiKeyId));

async function findKey(database: Database, isWanted: SQL) {
  const rows = await database
    .select({ key: apiKeys, role: workspaceMembers.role })
    .from(apiKeys)
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, apiKeys.workspaceId), eq(workspaceMembers.userId, apiKeys.userId)),
    )
    .where(and(isWanted, isNotLeaving(apiKeys.userId)))
    .limit(1);
  return rows[0];
}

/** Notes a key's use, unless that was done after `staleBeforeMs`. */
export async function touchApiKey(
  database: Database,
  apiKeyId: string,
  nowMs: number,
  staleBeforeMs: number,
): Promise<void> {
  await database
    .update(apiKeys)
    .set({ lastUsedAtMs: nowMs })
    .where(and(eq(apiKeys.id, apiKeyId), or(isNull(apiKeys.lastUsedAtMs), lt(apiKeys.lastUsedAtMs, staleBeforeMs))));
}

/** A statement that stores a key while whoever makes it still acts for its owner, and answers a row where it did. */
export function insertApiKeyWhile(database: Database, key: NewApiKey, maker: Acting) {
  return database
    .insert(apiKeys)
    .select(valuesWhile(apiKeys, key, and(eq(users.id, key.userId), stillActs(database, maker))))
    .returning({ id: apiKeys.id });
}

/** The condition that there is a key with this id. */
export const isApiKey = (database: Database, apiKeyId: string) =>
  exists(database.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.id, apiKeyId)));

/** A person's keys in a workspace, newest first. */
export async function listApiKeys(database: Database, owner: { workspaceId: string; userId: string }) {
  return database
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, owner.workspaceId), eq(apiKeys.userId, owner.userId)))
    .orderBy(desc(apiKeys.createdAtMs), desc(apiKeys.id));
}

/** Answers whether there was such a key, and whoever changes it still acted for its owner. */
export async function changeApiKey(
  database: Database,
  owner: Acting & { workspaceId: string },
  apiKeyId: string,
  changes: Partial<Pick<NewApiKey, "name" | "scopes" | "creditLimit">>,
): Promise<boolean> {
  const changed = await database
    .update(apiKeys)
    .set(changes)
    .where(and(ownedKey(owner, apiKeyId), stillActs(database, owner)))
    .returning({ id: apiKeys.id });
  return changed.length > 0;
}

/** Answers the name of the key that is gone; undefined where there was none. */
export async function deleteApiKey(
  database: Database,
  owner: { workspaceId: string; userId: string },
  apiKeyId: string,
): Promise<string | undefined> {
  const gone = await database.delete(apiKeys).where(ownedKey(owner, apiKeyId)).returning({ name: apiKeys.name });
  return gone[0]?.name;
}

function ownedKey(owner: { workspaceId: string; userId: string }, apiKeyId: string) {
  return and(eq(apiKeys.workspaceId, owner.workspaceId), eq(apiKeys.userId, owner.userId), eq(apiKeys.id, apiKeyId));
}
