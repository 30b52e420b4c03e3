import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { users } from "./accounts";

export const workspaces = sqliteTable("workspaces", {
  id: text("id").primaryKey(),
  name: text("name").notNull(),
  ownerId: text("owner_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" }),
  createdAtMs: integer("created_at_ms").notNull(),
  /** Sessions of members end when they were not used for so long; null: they do not. */
  sessionInactivityTimeoutSeconds: integer("session_inactivity_timeout_seconds"),
});

export const workspaceMembers = sqliteTable(
  "workspace_members",
  {
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    role: text("role", { enum: ["admin", "editor"] }).notNull(),
    createdAtMs: integer("created_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.userId] })],
);

/** What a workspace has switched on or off; without a row the installation's default holds. */
export const workspaceFeatures = sqliteTable(
  "workspace_features",
  {
    workspaceId: text("workspace_id")
      .notNull()
      .references(() => workspaces.id, { onDelete: "cascade" }),
    name: text("name").notNull(),
    isOn: integer("is_on", { mode: "boolean" }).notNull(),
    updatedAtMs: integer("updated_at_ms").notNull(),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.name] })],
);
