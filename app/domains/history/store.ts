/** The history's tables. Every query is scoped to a workspace, except the purge, which the clean-up job runs over all. */
import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client";
import { historyMatches } from "../../../db/history-search";
import { audioFiles, historyItems, shares } from "../../../db/schema";
import { timeOfId } from "../../lib/ids";
import type { Feedback } from "./feedback";
import type { HistoryItem, HistoryQuery, StoredAudio } from "./schema";

/** "Is one of these", as one bound value: the embedded database binds at most 100. */
const among = (column: AnySQLiteColumn, values: string[]) =>
  sql`${column} IN (SELECT value FROM json_each(${JSON.stringify(values)}))`;

const joined = { item: historyItems, audio: audioFiles, shareLinkId: shares.id };
/** The one link of an item that was not revoked, by the index of those. */
const linkOfItem = and(
  eq(shares.workspaceId, historyItems.workspaceId),
  eq(shares.historyItemId, historyItems.id),
  isNull(shares.revokedAtMs),
);

/** One row more than the page, so that the caller sees whether there is more. `cursor` is the last item of the page before. */
export async function selectItems(
  database: Database,
  workspaceId: string,
  query: HistoryQuery,
): Promise<HistoryItem[]> {
  const rows = await database
    .select(joined)
    .from(historyItems)
    .innerJoin(audioFiles, eq(historyItems.audioFileId, audioFiles.id))
    .leftJoin(shares, linkOfItem)
    .where(
      query.voiceId === undefined
        ? and(...conditionsOf(workspaceId, query))
        : and(eq(historyItems.workspaceId, workspaceId), isOfVoice(database, workspaceId, query, query.voiceId)),
    )
    .orderBy(...orderOf(query))
    .limit(query.pageSize + 1);
  return rows.map(itemOf);
}

/**
 * "Is on the page of this voice": items under its name, and dialogues in which it speaks. The page's worth is taken of each
 * by its own index, since neither knows of the other's.
 */
function isOfVoice(database: Database, workspaceId: string, query: HistoryQuery, voiceId: string): SQL {
  const page = (ofVoice: SQL | undefined) =>
    database
      .select({ id: historyItems.id })
      .from(historyItems)
      .where(and(...conditionsOf(workspaceId, query), ofVoice))
      .orderBy(...orderOf(query))
      .limit(query.pageSize + 1);
  const own = page(eq(historyItems.voiceId, voiceId));
  if (query.isDialogue === false) return sql`${historyItems.id} IN ${own}`;
  const speaksIn = sql`EXISTS (SELECT 1 FROM json_each(${historyItems.dialogue}) AS line WHERE json_extract(line.value, '$.voiceId') = ${voiceId})`;
  const dialogues = page(and(isNotNull(historyItems.dialogue), speaksIn));
  return sql`${historyItems.id} IN (SELECT id FROM ${own} UNION ALL SELECT id FROM ${dialogues})`;
}

function orderOf({ sortDirection }: HistoryQuery): SQL[] {
  const direction = sortDirection === "asc" ? asc : desc;
  return [direction(historyItems.createdAtMs), direction(historyItems.id)];
}

/** What a query asks for, but for its voice. */
function conditionsOf(workspaceId: string, query: HistoryQuery): (SQL | undefined)[] {
  const { startAfterId, modelId, dateBeforeUnix, dateAfterUnix, search, source, isDialogue, sortDirection } = query;
  return [
    eq(historyItems.workspaceId, workspaceId),
    isNull(historyItems.deletedAtMs),
    startAfterId === undefined ? undefined : after(startAfterId, sortDirection === "asc"),
    modelId === undefined ? undefined : eq(historyItems.modelId, modelId),
    source === undefined ? undefined : eq(historyItems.source, source),
    isDialogue === undefined ? undefined : (isDialogue ? isNotNull : isNull)(historyItems.dialogue),
    dateBeforeUnix === undefined ? undefined : lt(historyItems.createdAtMs, dateBeforeUnix * 1000),
    dateAfterUnix === undefined ? undefined : gte(historyItems.createdAtMs, dateAfterUnix * 1000),
    search === undefined ? undefined : historyMatches(workspaceId, search),
  ];
}

/** An item's time is in its id, so a page can go on after an item that was purged meanwhile. */
function after(id: string, ascending: boolean): SQL | undefined {
  const timeMs = timeOfId(id);
  const beyond = ascending ? gt : lt;
  return or(
    beyond(historyItems.createdAtMs, timeMs),
    and(eq(historyItems.createdAtMs, timeMs), beyond(historyItems.id, id)),
  );
}

/** Items by id, in no particular order; without deleted ones. */
export async function selectItemsById(database: Database, workspaceId: string, ids: string[]): Promise<HistoryItem[]> {
  if (ids.length === 0) return [];
  const rows = await database
    .select(joined)
    .from(historyItems)
    .innerJoin(audioFiles, eq(historyItems.audioFileId, audioFiles.id))
    .leftJoin(shares, linkOfItem)
    .where(
      and(eq(historyItems.workspaceId, workspaceId), among(historyItems.id, ids), isNull(historyItems.deletedAtMs)),
    );
  return rows.map(itemOf);
}

/** Texts of requests by their ids, for prosody that fits what was said before and after. */
export async function selectTextsByRequest(database: Database, workspaceId: string, requestIds: string[]) {
  if (requestIds.length === 0) return [];
  return database
    .select({ requestId: historyItems.requestId, text: historyItems.text })
    .from(historyItems)
    .where(
      and(
        eq(historyItems.workspaceId, workspaceId),
        among(historyItems.requestId, requestIds),
        isNull(historyItems.deletedAtMs),
      ),
    );
}

export async function selectAudioByFingerprint(
  database: Database,
  workspaceId: string,
  fingerprint: string,
): Promise<StoredAudio | null> {
  const [row] = await database
    .select()
    .from(audioFiles)
    .where(and(eq(audioFiles.workspaceId, workspaceId), eq(audioFiles.fingerprint, fingerprint)));
  return row ? audioOf(row) : null;
}

export async function updateFeedback(database: Database, workspaceId: string, id: string, feedback: Feedback) {
  await database
    .update(historyItems)
    .set({ feedback: JSON.stringify(feedback) })
    .where(and(eq(historyItems.workspaceId, workspaceId), eq(historyItems.id, id), isNull(historyItems.deletedAtMs)));
}

/** Puts items out of sight, all in one write; answers which of them were in sight. */
export async function markDeleted(
  database: Database,
  workspaceId: string,
  ids: string[],
  nowMs: number,
): Promise<string[]> {
  const rows = await database
    .update(historyItems)
    .set({ deletedAtMs: nowMs })
    .where(
      and(eq(historyItems.workspaceId, workspaceId), among(historyItems.id, ids), isNull(historyItems.deletedAtMs)),
    )
    .returning({ id: historyItems.id });
  return rows.map(({ id }) => id);
}

/** Brings back items deleted at or after `sinceMs`, all in one write; answers which of them there were. */
export async function unmarkDeleted(
  database: Database,
  workspaceId: string,
  ids: string[],
  sinceMs: number,
): Promise<string[]> {
  const rows = await database
    .update(historyItems)
    .set({ deletedAtMs: null })
    .where(
      and(
        eq(historyItems.workspaceId, workspaceId),
        among(historyItems.id, ids),
        sql`${historyItems.deletedAtMs} >= ${sinceMs}`,
      ),
    )
    .returning({ id: historyItems.id });
  return rows.map(({ id }) => id);
}

/** Removes up to `limit` items that were deleted before `beforeMs`; answers which, and the audio files they had. */
export async function removeDeletedItems(
  database: Database,
  beforeMs: number,
  limit: number,
): Promise<{ items: { workspaceId: string; historyItemId: string }[]; audioFileIds: string[] }> {
  const rows = await database
    .delete(historyItems)
    .where(
      inArray(
        historyItems.id,
        database
          .select({ id: historyItems.id })
          .from(historyItems)
          .where(and(isNotNull(historyItems.deletedAtMs), lt(historyItems.deletedAtMs, beforeMs)))
          .limit(limit),
      ),
    )
    .returning({
      workspaceId: historyItems.workspaceId,
      historyItemId: historyItems.id,
      audioFileId: historyItems.audioFileId,
    });
  const items = rows.map(({ workspaceId, historyItemId }) => ({ workspaceId, historyItemId }));
  return { items, audioFileIds: [...new Set(rows.map((row) => row.audioFileId))] };
}

/** Removes those of the files that no item has any more, and answers the keys of their objects. */
export async function removeUnusedFiles(database: Database, fileIds: string[]): Promise<string[]> {
  if (fileIds.length === 0) return [];
  const rows = await database
    .delete(audioFiles)
    .where(
      and(
        among(audioFiles.id, fileIds),
        sql`NOT EXISTS (SELECT 1 FROM ${historyItems} WHERE ${historyItems.audioFileId} = ${audioFiles.id})`,
      ),
    )
    .returning({ audioKey: audioFiles.audioKey, timingsKey: audioFiles.timingsKey });
  return rows.flatMap((row) => [row.audioKey, row.timingsKey]);
}

type JoinedRow = {
  item: typeof historyItems.$inferSelect;
  audio: typeof audioFiles.$inferSelect;
  shareLinkId: string | null;
};

function itemOf({ item, audio, shareLinkId }: JoinedRow): HistoryItem {
  const { audioFileId: _file, deletedAtMs: _deleted, ...plain } = item;
  return {
    ...plain,
    dialogue: item.dialogue === null ? null : JSON.parse(item.dialogue),
    settings: JSON.parse(item.settings),
    feedback: item.feedback === null ? null : JSON.parse(item.feedback),
    audio: audioOf(audio),
    shareLinkId,
  };
}

export function audioOf(row: typeof audioFiles.$inferSelect): StoredAudio {
  const { id, audioKey, timingsKey, outputFormat, contentType, bytes, durationMs } = row;
  return { id, audioKey, timingsKey, outputFormat, contentType, bytes, durationMs, peaks: JSON.parse(row.peaks) };
}
