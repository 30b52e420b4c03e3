import { integer, primaryKey, real, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** A workspace's own settings for a voice; voices without a row use the defaults. */
export const voiceSettings = sqliteTable(
  "voice_settings",
  {
    workspaceId: text("workspace_id").notNull(),
    voiceId: text("voice_id").notNull(),
    stability: real("stability").notNull(),
    similarityBoost: real("similarity_boost").notNull(),
    style: real("style").notNull(),
    useSpeakerBoost: integer("use_speaker_boost", { mode: "boolean" }).notNull(),
    speed: real("speed").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.voiceId] })],
);
