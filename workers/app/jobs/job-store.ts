import { inArray, lt } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { completedJobs, failedJobs } from "../../../db/schema";

export async function isCompleted(database: Database, jobId: string): Promise<boolean> {
  const found = await database
    .select({ id: completedJobs.id })
    .from(completedJobs)
    .where(inArray(completedJobs.id, [jobId]));
  return found.length > 0;
}

export async function markCompleted(database: Database, jobId: string, nowMs: number): Promise<void> {
  await database.insert(completedJobs).values({ id: jobId, completedAtMs: nowMs }).onConflictDoNothing();
}

/** Keeps the fact that a job was given up; answers whether it was new. */
export async function recordFailure(database: Database, failure: typeof failedJobs.$inferInsert): Promise<boolean> {
  const rows = await database.insert(failedJobs).values(failure).onConflictDoNothing().returning({ id: failedJobs.id });
  return rows.length > 0;
}

export async function forgetOldJobs(
  database: Database,
  before: { completedMs: number; failedMs: number },
): Promise<void> {
  await database.batch([
    database.delete(completedJobs).where(lt(completedJobs.completedAtMs, before.completedMs)),
    database.delete(failedJobs).where(lt(failedJobs.failedAtMs, before.failedMs)),
  ]);
}
