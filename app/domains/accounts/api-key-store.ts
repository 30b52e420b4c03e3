import { and, desc, eq, exists, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client";
import { apiKeys, users, workspaceMembers } from "../../../db/schema";
import { isNotLeaving } from "./departure/store";
import { type Acting, stillActs, valuesWhile } from "./security/conditional-rows-store";

export type NewApiKey = typeof apiKeys.$inferInsert;
export type StoredApiKey = typeof apiKeys.$inferSelect;

/** An alias, since what depends on a key's rights is itself about a key. */
const asRead = alias(apiKeys, "as_read");

/** The condition that these keys are there and may do and use what they could when they were read. */
export const haveRightsStill = (database: Database, keys: readonly StoredApiKey[]): SQL | undefined =>
  and(
    ...keys.map(({ id, scopes, creditLimit }) =>
      exists(
        database
          .select({ id: asRead.id })
          .from(asRead)
          .where(
            and(
              eq(asRead.id, id),
              sql`${asRead.scopes} IS ${sql.param(scopes, apiKeys.scopes)}`,
              sql`${asRead.creditLimit} IS ${creditLimit}`,
            ),
          ),
      ),
    ),
  );

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

/**
 * A statement that stores a key while whoever makes it still acts for its owner, with the rights of `makersKey` where they come
 * with one, and answers a row where it did.
 */
export function insertApiKeyWhile(database: Database, key: NewApiKey, maker: Acting, makersKey?: StoredApiKey) {
  const mayStill = haveRightsStill(database, makersKey ? [makersKey] : []);
  return database
    .insert(apiKeys)
    .select(valuesWhile(apiKeys, key, and(eq(users.id, key.userId), stillActs(database, maker), mayStill)))
    .returning({ id: apiKeys.id });
}

/** The condition that there is a key with this id, of which another condition holds. */
export const isApiKey = (database: Database, apiKeyId: string, condition?: SQL) =>
  exists(
    database
      .select({ id: apiKeys.id })
      .from(apiKeys)
      .where(and(eq(apiKeys.id, apiKeyId), condition)),
  );

/** A person's keys in a workspace, newest first. */
export async function listApiKeys(database: Database, owner: { workspaceId: string; userId: string }) {
  return database
    .select()
    .from(apiKeys)
    .where(and(eq(apiKeys.workspaceId, owner.workspaceId), eq(apiKeys.userId, owner.userId)))
    .orderBy(desc(apiKeys.createdAtMs), desc(apiKeys.id));
}

/**
 * Changes a key while whoever does it still acts for its owner and a condition holds. Answers what it might do before;
 * undefined where it was not changed.
 */
export async function changeApiKeyWhile(
  database: Database,
  owner: Acting & { workspaceId: string },
  apiKeyId: string,
  changes: Partial<Pick<NewApiKey, "name" | "scopes" | "creditLimit">>,
  condition: SQL | undefined,
): Promise<Pick<StoredApiKey, "scopes"> | undefined> {
  // In one transaction, so that nobody changes it in between.
  const [before, changed] = await database.batch([
    database.select({ scopes: apiKeys.scopes }).from(apiKeys).where(ownedKey(owner, apiKeyId)),
    database
      .update(apiKeys)
      .set(changes)
      .where(and(ownedKey(owner, apiKeyId), stillActs(database, owner), condition))
      .returning({ id: apiKeys.id }),
  ]);
  return changed.length > 0 ? before[0] : undefined;
}

/** A statement that deletes a key while a condition holds, and answers a row where it did. */
export function deleteApiKeyWhile(
  database: Database,
  owner: { workspaceId: string; userId: string },
  apiKeyId: string,
  condition: SQL | undefined,
) {
  return database
    .delete(apiKeys)
    .where(and(ownedKey(owner, apiKeyId), condition))
    .returning({ id: apiKeys.id });
}

function ownedKey(owner: { workspaceId: string; userId: string }, apiKeyId: string) {
  return and(eq(apiKeys.workspaceId, owner.workspaceId), eq(apiKeys.userId, owner.userId), eq(apiKeys.id, apiKeyId));
}
