import { sql } from "drizzle-orm";
import { index, integer, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Finished audio in object storage. Repeats of a request in the same workspace share a file by `fingerprint`;
 * a file goes when its last history item is purged.
 */
export const audioFiles = sqliteTable(
  "audio_files",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    fingerprint: text("fingerprint").notNull(),
    audioKey: text("audio_key").notNull(),
    /** JSON of all timing frames; see `TimingFrame`. */
    timingsKey: text("timings_key").notNull(),
    outputFormat: text("output_format").notNull(),
    contentType: text("content_type").notNull(),
    bytes: integer("bytes").notNull(),
    durationMs: integer("duration_ms").notNull(),
    /** JSON array of 0..255. */
    peaks: text("peaks").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [uniqueIndex("audio_files_fingerprint").on(t.workspaceId, t.fingerprint)],
);

/** Something that was generated. Written only when its audio is complete and stored. */
export const historyItems = sqliteTable(
  "history_items",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    userId: text("user_id").notNull(),
    requestId: text("request_id").notNull(),
    audioFileId: text("audio_file_id")
      .notNull()
      .references(() => audioFiles.id),
    voiceId: text("voice_id").notNull(),
    voiceName: text("voice_name").notNull(),
    voiceCategory: text("voice_category").notNull(),
    modelId: text("model_id").notNull(),
    text: text("text").notNull(),
    /** JSON `[{text, voiceId, voiceName}]` for dialogue. */
    dialogue: text("dialogue"),
    /** JSON of the voice settings used, in wire form. */
    settings: text("settings").notNull(),
    /** `TTS`, `Dialogue` …, as in the contract. */
    source: text("source").notNull(),
    language: text("language").notNull().default(""),
    seed: integer("seed"),
    characterCountFrom: integer("character_count_from").notNull(),
    characterCountTo: integer("character_count_to").notNull(),
    /** JSON of the feedback payload with `review_status`. */
    feedback: text("feedback"),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Set by a delete; the item is out of sight at once and purged after the time for undo. */
    deletedAtMs: integer("deleted_at_ms"),
  },
  (t) => [
    uniqueIndex("history_items_request").on(t.workspaceId, t.requestId),
    index("history_items_time").on(t.workspaceId, t.createdAtMs, t.id),
    index("history_items_voice").on(t.workspaceId, t.voiceId, t.createdAtMs),
    // A dialogue is found by each of its voices; its row has only the first.
    index("history_items_dialogues").on(t.workspaceId, t.createdAtMs, t.id).where(sql`dialogue IS NOT NULL`),
    index("history_items_audio_file").on(t.audioFileId),
    // For the purge, which looks over all workspaces.
    index("history_items_deleted").on(t.deletedAtMs).where(sql`deleted_at_ms IS NOT NULL`),
  ],
);

/**
 * Numbers for the full-text index `history_search`, which knows rows by number only. Both are kept by triggers (see the
 * migration); search through `db/history-search.ts`.
 */
export const historySearchKeys = sqliteTable(
  "history_search_keys",
  {
    id: integer("id").primaryKey({ autoIncrement: true }),
    historyItemId: text("history_item_id").notNull(),
  },
  (t) => [uniqueIndex("history_search_keys_item").on(t.historyItemId)],
);

/** A zip of many items, made in the background. */
export const historyArchives = sqliteTable(
  "history_archives",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    userId: text("user_id").notNull(),
    /** JSON array of history item ids. */
    itemIds: text("item_ids").notNull(),
    outputFormat: text("output_format").notNull(),
    state: text("state", { enum: ["queued", "running", "done", "failed", "cancelled"] }).notNull(),
    itemsDone: integer("items_done").notNull().default(0),
    archiveKey: text("archive_key"),
    error: text("error"),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [index("history_archives_workspace").on(t.workspaceId, t.createdAtMs)],
);
