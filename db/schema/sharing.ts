import { sql } from "drizzle-orm";
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";

/**
 * Public links to history items. A row stays after its link was revoked and after its item is gone, so that the link keeps
 * saying that there was something.
 */
export const shares = sqliteTable(
  "shares",
  {
    /** Random, never derived from time: who knows it may listen. */
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    historyItemId: text("history_item_id").notNull(),
    /** Who asked for the link first. */
    userId: text("user_id").notNull(),
    allowsDownload: integer("allows_download", { mode: "boolean" }).notNull().default(false),
    /** Whether search engines may list the page. */
    isIndexed: integer("is_indexed", { mode: "boolean" }).notNull().default(false),
    expiresAtMs: integer("expires_at_ms"),
    playCount: integer("play_count").notNull().default(0),
    createdAtMs: integer("created_at_ms").notNull(),
    /** Of its settings; plays do not count. */
    updatedAtMs: integer("updated_at_ms").notNull(),
    revokedAtMs: integer("revoked_at_ms"),
  },
  (t) => [
    // One link an item: two people who ask at once get the same.
    uniqueIndex("shares_open").on(t.workspaceId, t.historyItemId).where(sql`revoked_at_ms IS NULL`),
  ],
);

/**
 * Who has played what on which day, so that a reload counts once. `visitor` is two keyed hashes that say nothing by
 * themselves, of the network and of the browser in it: the first tells how often a network was counted.
 */
export const sharePlays = sqliteTable(
  "share_plays",
  {
    shareId: text("share_id").notNull(),
    /** `YYYY-MM-DD` in UTC. */
    day: text("day").notNull(),
    visitor: text("visitor").notNull(),
  },
  (t) => [primaryKey({ columns: [t.shareId, t.day, t.visitor] }), index("share_plays_day").on(t.day)],
);

/** Pictures of items that are in object storage. */
export const shareCards = sqliteTable(
  "share_cards",
  {
    workspaceId: text("workspace_id").notNull(),
    historyItemId: text("history_item_id").notNull(),
    theme: text("theme", { enum: ["colour", "light", "dark"] }).notNull(),
    /** Of everything that is on it: another one is another picture. */
    fingerprint: text("fingerprint").notNull(),
    cardKey: text("card_key").notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.historyItemId, t.theme] })],
);

/** Videos of items, one for each theme and shape, and the work on them. */
export const shareVideos = sqliteTable(
  "share_videos",
  {
    id: text("id").primaryKey(),
    workspaceId: text("workspace_id").notNull(),
    historyItemId: text("history_item_id").notNull(),
    theme: text("theme", { enum: ["colour", "light", "dark"] }).notNull(),
    shape: text("shape", { enum: ["square", "portrait"] }).notNull(),
    /** Of what it shows; a video that shows something old is made again when it is asked for. */
    fingerprint: text("fingerprint").notNull(),
    state: text("state", { enum: ["queued", "running", "done", "failed", "cancelled"] }).notNull(),
    /** 0..1. */
    progress: real("progress").notNull().default(0),
    /** Counts the times it was asked for anew; each has a workflow and an object of its own. */
    attempt: integer("attempt").notNull().default(1),
    /** Of the MP4 in object storage, once it is done. */
    videoKey: text("video_key"),
    bytes: integer("bytes"),
    /** Why it failed, for people. */
    error: text("error"),
    createdAtMs: integer("created_at_ms").notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [
    uniqueIndex("share_videos_item").on(t.workspaceId, t.historyItemId, t.theme, t.shape),
    // For the clean-up, which looks over all workspaces.
    index("share_videos_unfinished").on(t.createdAtMs).where(sql`state IN ('queued', 'running')`),
  ],
);
