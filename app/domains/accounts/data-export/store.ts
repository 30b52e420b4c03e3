/** The table of exports. What goes into one is read by `contents-store.ts`. */
import { and, desc, eq, inArray, lt } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { dataExports } from "../../../../db/schema";

export type StoredExport = typeof dataExports.$inferSelect;

const UNFINISHED = ["queued", "running"] as const;

export async function insertExport(database: Database, row: typeof dataExports.$inferInsert): Promise<void> {
  await database.insert(dataExports).values(row);
}

/** An export of anybody's, for the work on it. */
export async function findExport(database: Database, exportId: string): Promise<StoredExport | undefined> {
  const rows = await database.select().from(dataExports).where(eq(dataExports.id, exportId)).limit(1);
  return rows[0];
}

export async function findExportOf(
  database: Database,
  userId: string,
  exportId: string,
): Promise<StoredExport | undefined> {
  const rows = await database
    .select()
    .from(dataExports)
    .where(and(eq(dataExports.userId, userId), eq(dataExports.id, exportId)))
    .limit(1);
  return rows[0];
}

/** A person's exports, newest first. */
export async function listExports(database: Database, userId: string, limit: number): Promise<StoredExport[]> {
  return database
    .select()
    .from(dataExports)
    .where(eq(dataExports.userId, userId))
    .orderBy(desc(dataExports.createdAtMs), desc(dataExports.id))
    .limit(limit);
}

/** Changes an export that is not finished; undefined when it is, or is gone. */
export async function updateUnfinished(
  database: Database,
  exportId: string,
  change: Partial<Pick<StoredExport, "state" | "storageKey" | "sizeBytes" | "finishedAtMs" | "expiresAtMs">>,
): Promise<StoredExport | undefined> {
  const rows = await database
    .update(dataExports)
    .set(change)
    .where(and(eq(dataExports.id, exportId), inArray(dataExports.state, [...UNFINISHED])))
    .returning();
  return rows[0];
}

export async function listUnfinished(
  database: Database,
  createdBeforeMs: number,
  limit: number,
): Promise<StoredExport[]> {
  return database
    .select()
    .from(dataExports)
    .where(and(inArray(dataExports.state, [...UNFINISHED]), lt(dataExports.createdAtMs, createdBeforeMs)))
    .limit(limit);
}

/** Removes exports whose time is over, and answers the keys of their files. */
export async function removeExpired(database: Database, nowMs: number): Promise<string[]> {
  const rows = await database
    .delete(dataExports)
    .where(lt(dataExports.expiresAtMs, nowMs))
    .returning({ storageKey: dataExports.storageKey });
  return rows.flatMap(({ storageKey }) => storageKey ?? []);
}
