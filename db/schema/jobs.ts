import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core";

/** Background jobs that were given up after all retries, kept so that somebody can see them. */
export const failedJobs = sqliteTable(
  "failed_jobs",
  {
    /** The job's id, or the queue's message id where there is none: a message delivered twice is one row. */
    id: text("id").primaryKey(),
    /** The job's type, or `unknown` for a message that is no job. */
    type: text("type").notNull(),
    /** The message as JSON, without the texts of mails: they hold links that open accounts. */
    body: text("body").notNull(),
    attempts: integer("attempts").notNull(),
    failedAtMs: integer("failed_at_ms").notNull(),
  },
  (t) => [index("failed_jobs_time").on(t.failedAtMs)],
);

/** Jobs that may be done only once and are done; a queue may deliver a message again. Forgotten after two weeks. */
export const completedJobs = sqliteTable(
  "completed_jobs",
  { id: text("id").primaryKey(), completedAtMs: integer("completed_at_ms").notNull() },
  (t) => [index("completed_jobs_time").on(t.completedAtMs)],
);
