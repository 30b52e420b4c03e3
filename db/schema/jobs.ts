import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Background jobs that were given up after all retries, kept so that somebody can see and repeat them. */
export const failedJobs = sqliteTable(
  "failed_jobs",
  {
    /** The queue's message id: a message delivered twice is one row. */
    id: text("id").primaryKey(),
    /** The job's type, or `unknown` for a message that is no job. */
    type: text("type").notNull(),
    /** The message as JSON. */
    body: text("body").notNull(),
    attempts: integer("attempts").notNull(),
    failedAtMs: integer("failed_at_ms").notNull(),
  },
  (t) => [index("failed_jobs_time").on(t.failedAtMs)],
);
