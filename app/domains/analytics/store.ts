import { and, asc, eq, gte, lt, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { analyticsDays } from "../../../db/schema";

export interface DayCount {
  day: string;
  name: string;
  count: number;
}

/** Adds to the counts of a workspace's day. */
export async function addCounts(database: Database, workspaceId: string, counts: DayCount[]): Promise<void> {
  if (counts.length === 0) return;
  await database
    .insert(analyticsDays)
    .values(counts.map((count) => ({ workspaceId, ...count })))
    .onConflictDoUpdate({
      target: [analyticsDays.workspaceId, analyticsDays.day, analyticsDays.name],
      set: { count: sql`${analyticsDays.count} + excluded.count` },
    });
}

export async function selectCounts(database: Database, workspaceId: string, sinceDay: string): Promise<DayCount[]> {
  const { day, name, count } = analyticsDays;
  return database
    .select({ day, name, count })
    .from(analyticsDays)
    .where(and(eq(analyticsDays.workspaceId, workspaceId), gte(day, sinceDay)))
    .orderBy(asc(day), asc(name));
}

export async function removeCountsBefore(database: Database, day: string): Promise<void> {
  await database.delete(analyticsDays).where(lt(analyticsDays.day, day));
}
