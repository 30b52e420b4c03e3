/** Writing new items, each by itself or in the batch of what it cost. */
import { and, eq, getTableColumns, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client";
import { audioFiles, historyItems } from "../../../db/schema";
import { timeOfId } from "../../lib/ids";
import type { Charging } from "../billing/ports";
import type { HistoryItem, NewAudioFile, NewHistoryItem, StoredAudio, UncountedItem } from "./schema";
import { audioOf } from "./store";

type ItemStatements = [BatchItem<"sqlite">, ...BatchItem<"sqlite">[]];

/**
 * Writes an item, whose time is the one in its id, and its sound where that is new; answers the item as it is listed. When
 * two equal requests ran at once, the second item gets the first one's file. Both rows are one write: each waits for the disk.
 */
export async function insertItem(database: Database, item: NewHistoryItem, nowMs: number): Promise<HistoryItem> {
  const { characterCountFrom, characterCountTo, ...uncounted } = item;
  const counts = { characterCountFrom, characterCountTo };
  const always = {
    isCharging: sql`1`,
    characterCountFrom: sql`${characterCountFrom}`,
    characterCountTo: sql`${characterCountTo}`,
  };
  return writtenItem(uncounted, await database.batch(itemStatements(database, uncounted, always, nowMs)), counts);
}

/** The same as statements of a charge's batch, which write where it charges. Their results are for `writtenItem`. */
export function itemStatements(
  database: Database,
  item: UncountedItem,
  { isCharging, ...counts }: Charging,
  nowMs: number,
): ItemStatements {
  const { audio, ...plain } = item;
  const row = {
    ...plain,
    ...counts,
    dialogue: item.dialogue && JSON.stringify(item.dialogue),
    settings: JSON.stringify(item.settings),
    feedback: null,
    createdAtMs: timeOfId(item.id),
    deletedAtMs: null,
  };
  const insertItem = (audioFileId: string | SQL) =>
    database.insert(historyItems).select(rowWhere(historyItems, { ...row, audioFileId }, isCharging));
  if (!isNew(audio)) return [insertItem(audio.id)];
  const { workspaceId, fingerprint } = audio;
  const ofFingerprint = and(eq(audioFiles.workspaceId, workspaceId), eq(audioFiles.fingerprint, fingerprint));
  const file = { ...audio, peaks: JSON.stringify(audio.peaks), createdAtMs: nowMs };
  return [
    database
      .insert(audioFiles)
      .select(rowWhere(audioFiles, file, isCharging))
      .onConflictDoNothing(),
    insertItem(sql`(${database.select({ id: audioFiles.id }).from(audioFiles).where(ofFingerprint)})`),
    database.select().from(audioFiles).where(ofFingerprint),
  ];
}

/** The item as it is listed, from the results of its statements. */
export function writtenItem(
  item: UncountedItem,
  results: unknown[],
  { characterCountFrom, characterCountTo }: Pick<HistoryItem, "characterCountFrom" | "characterCountTo">,
): HistoryItem {
  return {
    ...item,
    characterCountFrom,
    characterCountTo,
    createdAtMs: timeOfId(item.id),
    feedback: null,
    shareLinkId: null,
    audio: isNew(item.audio) ? fileOf(results) : item.audio,
  };
}

function fileOf(results: unknown[]): StoredAudio {
  const [file] = results.at(-1) as (typeof audioFiles.$inferSelect)[];
  if (!file) throw new Error("an audio file was not there right after it was written");
  return audioOf(file);
}

const isNew = (audio: NewHistoryItem["audio"]): audio is NewAudioFile => "fingerprint" in audio;

/** A row to be inserted where a condition holds. */
function rowWhere<Table extends SQLiteTable>(
  table: Table,
  row: Record<keyof Table["$inferSelect"] & string, SQL | string | number | null>,
  condition: SQL,
): SQL {
  const values = Object.keys(getTableColumns(table)).map((name) => sql`${row[name as keyof typeof row]}`);
  return sql`SELECT ${sql.join(values, sql`, `)} WHERE ${condition}`;
}
