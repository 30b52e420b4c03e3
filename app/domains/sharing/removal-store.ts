/** Takes away what belongs to items that are gone. Answers the keys of objects, which go after their rows. */
import { and, inArray, isNull, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { historyItems, shareCards, sharePlays, shares, shareVideos, users, workspaces } from "../../../db/schema";

const among = (ids: string[]) => sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;

/**
 * Removes pictures, videos and counted visitors of items, and ends their links, whose rows stay: they say that there was
 * something. Ids of items are unique over all workspaces.
 */
export async function removeOfItems(database: Database, itemIds: string[], nowMs: number): Promise<string[]> {
  if (itemIds.length === 0) return [];
  const [cards, videos] = await database.batch([
    database
      .delete(shareCards)
      .where(sql`${shareCards.historyItemId} IN ${among(itemIds)}`)
      .returning({ key: shareCards.cardKey }),
    database
      .delete(shareVideos)
      .where(sql`${shareVideos.historyItemId} IN ${among(itemIds)}`)
      .returning({ key: shareVideos.videoKey }),
    database.delete(sharePlays).where(
      inArray(
        sharePlays.shareId,
        database
          .select({ id: shares.id })
          .from(shares)
          .where(sql`${shares.historyItemId} IN ${among(itemIds)}`),
      ),
    ),
    database
      .update(shares)
      .set({ revokedAtMs: nowMs })
      .where(and(sql`${shares.historyItemId} IN ${among(itemIds)}`, isNull(shares.revokedAtMs))),
  ]);
  return [...cards, ...videos].flatMap(({ key }) => key ?? []);
}

/** Items with pictures or videos that are gone, or whose maker or workspace is: what a crash or the end of an account left. */
export async function selectOrphanedItems(database: Database, limit: number): Promise<string[]> {
  const isOrphan = (itemId: typeof shareCards.historyItemId | typeof shareVideos.historyItemId) => sql`NOT EXISTS (
    SELECT 1 FROM ${historyItems}
    JOIN ${workspaces} ON ${workspaces.id} = ${historyItems.workspaceId}
    JOIN ${users} ON ${users.id} = ${historyItems.userId}
    WHERE ${historyItems.id} = ${itemId})`;
  const [cards, videos] = await database.batch([
    database
      .selectDistinct({ id: shareCards.historyItemId })
      .from(shareCards)
      .where(isOrphan(shareCards.historyItemId))
      .limit(limit),
    database
      .selectDistinct({ id: shareVideos.historyItemId })
      .from(shareVideos)
      .where(isOrphan(shareVideos.historyItemId))
      .limit(limit),
  ]);
  return [...new Set([...cards, ...videos].map(({ id }) => id))];
}

/** `day` is `YYYY-MM-DD`. */
export async function removePlaysBefore(database: Database, day: string): Promise<void> {
  await database.delete(sharePlays).where(lt(sharePlays.day, day));
}
