/**
 * The tables of links and plays. What makes a link open or not (its item, the item's maker, the workspace) is read along
 * with it in one select, as each visit asks for it.
 */
import { and, between, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { accountDeletions, historyItems, sharePlays, shares, users, workspaces } from "../../../db/schema";
import type { LinkName, ShareSettings, StoredShare } from "./schema";

const columns = {
  id: shares.id,
  workspaceId: shares.workspaceId,
  historyItemId: shares.historyItemId,
  allowsDownload: shares.allowsDownload,
  isIndexed: shares.isIndexed,
  expiresAtMs: shares.expiresAtMs,
  playCount: shares.playCount,
  updatedAtMs: shares.updatedAtMs,
  revokedAtMs: shares.revokedAtMs,
};

const selectWithSpeaker = (database: Database) =>
  database
    .select({
      share: columns,
      workspaceId: workspaces.id,
      publicUserName: users.publicUserName,
      firstName: users.firstName,
    })
    .from(shares)
    .leftJoin(
      historyItems,
      and(
        eq(historyItems.id, shares.historyItemId),
        eq(historyItems.workspaceId, shares.workspaceId),
        isNull(historyItems.deletedAtMs),
      ),
    )
    // Whoever has closed their account shows nothing any more, also while they can still keep it.
    .leftJoin(
      users,
      and(
        eq(users.id, historyItems.userId),
        sql`NOT EXISTS (SELECT 1 FROM ${accountDeletions} WHERE ${accountDeletions.userId} = ${users.id})`,
      ),
    )
    .leftJoin(workspaces, eq(workspaces.id, shares.workspaceId));

type Row = Awaited<ReturnType<typeof selectWithSpeaker>>[number];

const shareOf = ({ share, workspaceId, publicUserName, firstName }: Row): StoredShare => ({
  ...share,
  speaker: workspaceId === null || publicUserName === null || firstName === null ? null : { publicUserName, firstName },
});

/** Any share by its id, also one that leads nowhere any more. */
export async function selectShare(database: Database, shareId: string): Promise<StoredShare | null> {
  const [row] = await selectWithSpeaker(database).where(eq(shares.id, shareId));
  return row ? shareOf(row) : null;
}

const ofItem = ({ workspaceId, historyItemId, shareId }: LinkName) =>
  and(
    eq(shares.workspaceId, workspaceId),
    eq(shares.historyItemId, historyItemId),
    isNull(shares.revokedAtMs),
    shareId === undefined ? undefined : eq(shares.id, shareId),
  );

/** An item's link that was not ended, or null. */
export async function selectShareOfItem(database: Database, link: LinkName): Promise<StoredShare | null> {
  const [row] = await selectWithSpeaker(database).where(ofItem(link));
  return row ? shareOf(row) : null;
}

/** An item's link; the one given is written where there is none. */
export async function insertOrSelectShare(
  database: Database,
  share: { id: string; workspaceId: string; historyItemId: string; userId: string; nowMs: number },
): Promise<StoredShare> {
  const { id, workspaceId, historyItemId, userId, nowMs } = share;
  const [, rows] = await database.batch([
    database
      .insert(shares)
      .values({ id, workspaceId, historyItemId, userId, createdAtMs: nowMs, updatedAtMs: nowMs })
      .onConflictDoNothing(),
    selectWithSpeaker(database).where(ofItem({ workspaceId, historyItemId })),
  ]);
  const row = rows[0];
  if (!row) throw new Error("a share was not there right after it was written");
  return shareOf(row);
}

export async function updateSettings(
  database: Database,
  link: LinkName,
  settings: ShareSettings,
  nowMs: number,
): Promise<void> {
  await database
    .update(shares)
    // Two changes within a millisecond still make two versions.
    .set({ ...settings, updatedAtMs: sql`max(${shares.updatedAtMs} + 1, ${nowMs})` })
    .where(ofItem(link));
}

export async function revokeShare(database: Database, link: LinkName, nowMs: number): Promise<void> {
  await database.update(shares).set({ revokedAtMs: nowMs }).where(ofItem(link));
}

/**
 * Counts a play, once for each browser and day, and no more than `most` for each network and day; false when it is not
 * counted. Both are hashes of the same length each.
 */
export async function insertPlay(
  database: Database,
  { shareId, day, network, browser }: { shareId: string; day: string; network: string; browser: string },
  most: number,
): Promise<boolean> {
  // A network's rows stand together in the table's key. "~" comes after all that a hash has.
  const ofNetwork = and(
    eq(sharePlays.shareId, shareId),
    eq(sharePlays.day, day),
    between(sharePlays.visitor, network, `${network}~`),
  );
  const rows = await database
    .insert(sharePlays)
    .select(
      sql`SELECT ${shareId}, ${day}, ${`${network}${browser}`} WHERE (SELECT count(*) FROM ${sharePlays} WHERE ${ofNetwork}) < ${most}`,
    )
    .onConflictDoNothing()
    .returning({ shareId: sharePlays.shareId });
  if (rows.length === 0) return false;
  await database
    .update(shares)
    .set({ playCount: sql`${shares.playCount} + 1` })
    .where(eq(shares.id, shareId));
  return true;
}
