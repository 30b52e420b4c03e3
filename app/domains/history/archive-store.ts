/** The table of background archives. */
import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { historyArchives } from "../../../db/schema";
import type { Archive, ArchiveState } from "./archives";

const UNFINISHED: ArchiveState[] = ["queued", "running"];

export async function insertArchive(database: Database, archive: Archive): Promise<void> {
  await database.insert(historyArchives).values({ ...archive, itemIds: JSON.stringify(archive.itemIds) });
}

/** An archive of any workspace, for the work on it. */
export async function selectArchive(database: Database, id: string): Promise<Archive | null> {
  const [row] = await database.select().from(historyArchives).where(eq(historyArchives.id, id));
  return row ? archiveOf(row) : null;
}

export async function selectArchiveOf(database: Database, workspaceId: string, id: string): Promise<Archive | null> {
  const [row] = await database
    .select()
    .from(historyArchives)
    .where(and(eq(historyArchives.workspaceId, workspaceId), eq(historyArchives.id, id)));
  return row ? archiveOf(row) : null;
}

export async function selectArchives(database: Database, workspaceId: string, limit: number): Promise<Archive[]> {
  const rows = await database
    .select()
    .from(historyArchives)
    .where(eq(historyArchives.workspaceId, workspaceId))
    .orderBy(desc(historyArchives.createdAtMs))
    .limit(limit);
  return rows.map(archiveOf);
}

/** Changes an archive that is not finished; null when it is, or does not exist. */
export async function updateUnfinished(
  database: Database,
  id: string,
  change: Partial<Pick<Archive, "state" | "itemsDone" | "archiveKey" | "error">>,
): Promise<Archive | null> {
  const [row] = await database
    .update(historyArchives)
    .set(change)
    .where(and(eq(historyArchives.id, id), inArray(historyArchives.state, UNFINISHED)))
    .returning();
  return row ? archiveOf(row) : null;
}

/** Archives asked for before `createdBeforeMs` that are neither done nor given up. */
export async function selectUnfinishedIds(
  database: Database,
  createdBeforeMs: number,
  limit: number,
): Promise<string[]> {
  const rows = await database
    .select({ id: historyArchives.id })
    .from(historyArchives)
    .where(and(inArray(historyArchives.state, UNFINISHED), lt(historyArchives.createdAtMs, createdBeforeMs)))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Removes finished archives that are older, and answers the keys of their files. */
export async function removeOldArchives(database: Database, createdBeforeMs: number): Promise<string[]> {
  const rows = await database
    .delete(historyArchives)
    .where(
      and(lt(historyArchives.createdAtMs, createdBeforeMs), sql`${historyArchives.state} NOT IN ('queued', 'running')`),
    )
    .returning({ archiveKey: historyArchives.archiveKey });
  return rows.flatMap(({ archiveKey }) => archiveKey ?? []);
}

const archiveOf = (row: typeof historyArchives.$inferSelect): Archive => ({
  ...row,
  itemIds: JSON.parse(row.itemIds) as string[],
});
