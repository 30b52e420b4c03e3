/** The table of videos. Changes are conditional, so that of two who ask at once one starts the work. */
import { and, eq, inArray, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { shareVideos } from "../../../db/schema";
import type { ItemName, ShareVideo, VideoChoice, VideoState } from "./schema";

const UNFINISHED: VideoState[] = ["queued", "running"];

const chosen = ({ workspaceId, historyItemId }: ItemName, { theme, shape }: VideoChoice) =>
  and(
    eq(shareVideos.workspaceId, workspaceId),
    eq(shareVideos.historyItemId, historyItemId),
    eq(shareVideos.theme, theme),
    eq(shareVideos.shape, shape),
  );

export async function selectVideo(database: Database, item: ItemName, choice: VideoChoice): Promise<ShareVideo | null> {
  const [row] = await database.select().from(shareVideos).where(chosen(item, choice));
  return row ?? null;
}

export async function selectVideoById(database: Database, id: string): Promise<ShareVideo | null> {
  const [row] = await database.select().from(shareVideos).where(eq(shareVideos.id, id));
  return row ?? null;
}

/** False when there is a video of this item, theme and shape already. */
export async function insertVideo(database: Database, video: ShareVideo): Promise<boolean> {
  const rows = await database.insert(shareVideos).values(video).onConflictDoNothing().returning({ id: shareVideos.id });
  return rows.length > 0;
}

/** Queues a video anew, unless somebody has changed it since it was read. */
export async function queueAgain(
  database: Database,
  read: ShareVideo,
  fingerprint: string,
  nowMs: number,
): Promise<ShareVideo | null> {
  const [row] = await database
    .update(shareVideos)
    .set({
      fingerprint,
      state: "queued",
      progress: 0,
      attempt: read.attempt + 1,
      videoKey: null,
      bytes: null,
      error: null,
      createdAtMs: nowMs,
      updatedAtMs: nowMs,
    })
    .where(and(eq(shareVideos.id, read.id), eq(shareVideos.attempt, read.attempt), eq(shareVideos.state, read.state)))
    .returning();
  return row ?? null;
}

/** Changes a video whose attempt is not finished; null when it is, or is gone. */
export async function updateUnfinishedVideo(
  database: Database,
  { id, attempt }: Pick<ShareVideo, "id" | "attempt">,
  change: Partial<Pick<ShareVideo, "state" | "progress" | "videoKey" | "bytes" | "error">>,
  nowMs: number,
): Promise<ShareVideo | null> {
  const [row] = await database
    .update(shareVideos)
    .set({ ...change, updatedAtMs: nowMs })
    .where(and(eq(shareVideos.id, id), eq(shareVideos.attempt, attempt), inArray(shareVideos.state, UNFINISHED)))
    .returning();
  return row ?? null;
}

/** Videos asked for before `createdBeforeMs` that are neither done nor given up. */
export async function selectUnfinishedVideos(
  database: Database,
  createdBeforeMs: number,
  limit: number,
): Promise<ShareVideo[]> {
  return (
    database
      .select()
      .from(shareVideos)
      // Written out, as only then the partial index is used.
      .where(and(sql`${shareVideos.state} IN ('queued', 'running')`, lt(shareVideos.createdAtMs, createdBeforeMs)))
      .limit(limit)
  );
}
