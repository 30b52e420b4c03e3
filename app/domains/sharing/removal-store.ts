/** Takes away what belongs to items that are gone. Answers the keys of objects, which go after their rows. */
import { and, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client";
import { historyItems, shareCards, sharePlays, shares, shareVideos, users, workspaces } from "../../../db/schema";
import type { ItemName } from "./schema";

interface NamingTable {
  workspaceId: AnySQLiteColumn;
  historyItemId: AnySQLiteColumn;
}

/** "Belongs to one of these", as one bound value, in the order of the tables' indexes. */
function among(table: NamingTable, items: readonly ItemName[]): SQL {
  const pairs = JSON.stringify(items.map(({ workspaceId, historyItemId }) => [workspaceId, historyItemId]));
  return sql`(${table.workspaceId}, ${table.historyItemId}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${pairs}))`;
}

/**
 * Removes pictures, videos and counted visitors of items, and ends their links, whose rows stay: they say that there was
 * something.
 */
export async function removeOfItems(database: Database, items: readonly ItemName[], nowMs: number): Promise<string[]> {
  if (items.length === 0) return [];
  const openLinks = and(among(shares, items), isNull(shares.revokedAtMs));
  const [cards, videos] = await database.batch([
    database.delete(shareCards).where(among(shareCards, items)).returning({ key: shareCards.cardKey }),
    database.delete(shareVideos).where(among(shareVideos, items)).returning({ key: shareVideos.videoKey }),
    // Those of revoked links go with their day.
    database
      .delete(sharePlays)
      .where(inArray(sharePlays.shareId, database.select({ id: shares.id }).from(shares).where(openLinks))),
    database.update(shares).set({ revokedAtMs: nowMs }).where(openLinks),
  ]);
  return [...cards, ...videos].flatMap(({ key }) => key ?? []);
}

/** Items with pictures or videos that are gone, or whose maker or workspace is: what a crash or the end of an account left. */
export async function selectOrphanedItems(database: Database, limit: number): Promise<ItemName[]> {
  const isOrphan = (table: NamingTable) => sql`NOT EXISTS (
    SELECT 1 FROM ${historyItems}
    JOIN ${workspaces} ON ${workspaces.id} = ${historyItems.workspaceId}
    JOIN ${users} ON ${users.id} = ${historyItems.userId}
    WHERE ${historyItems.id} = ${table.historyItemId} AND ${historyItems.workspaceId} = ${table.workspaceId})`;
  const [cards, videos] = await database.batch([
    database
      .selectDistinct({ workspaceId: shareCards.workspaceId, historyItemId: shareCards.historyItemId })
      .from(shareCards)
      .where(isOrphan(shareCards))
      .limit(limit),
    database
      .selectDistinct({ workspaceId: shareVideos.workspaceId, historyItemId: shareVideos.historyItemId })
      .from(shareVideos)
      .where(isOrphan(shareVideos))
      .limit(limit),
  ]);
  return [...cards, ...videos];
}

/** `day` is `YYYY-MM-DD`. */
export async function removePlaysBefore(database: Database, day: string): Promise<void> {
  await database.delete(sharePlays).where(lt(sharePlays.day, day));
}
