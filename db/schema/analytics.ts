import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** How often what happened in a workspace's browsers. `day` is `YYYY-MM-DD` in UTC. Nobody is in it by name. */
export const analyticsDays = sqliteTable(
  "analytics_days",
  {
    workspaceId: text("workspace_id").notNull(),
    day: text("day").notNull(),
    name: text("name").notNull(),
    count: integer("count").notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.workspaceId, t.day, t.name] })],
);
