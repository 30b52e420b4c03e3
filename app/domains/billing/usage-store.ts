/** Sums over `usage_days`, always of one workspace. */
import { and, asc, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { usageDays } from "../../../db/schema";

export interface UsageRange {
  workspaceId: string;
  /** `YYYY-MM-DD`, UTC, both inclusive. */
  fromDay: string;
  toDay: string;
}

/** `usage_days` has one row a day, voice, model, source and person; these are its groupings. */
const GROUPS = {
  voice: usageDays.voiceId,
  model: usageDays.modelId,
  source: usageDays.source,
  user: usageDays.userId,
} as const;
export type UsageGroup = keyof typeof GROUPS;

const credits = sql<number>`sum(${usageDays.characters})`;
const requests = sql<number>`sum(${usageDays.requests})`;

function within(range: UsageRange) {
  return and(
    eq(usageDays.workspaceId, range.workspaceId),
    gte(usageDays.day, range.fromDay),
    lte(usageDays.day, range.toDay),
  );
}

/** One row for each day with use, in order. */
export async function sumUsageByDay(database: Database, range: UsageRange) {
  return database
    .select({ day: usageDays.day, credits, requests })
    .from(usageDays)
    .where(within(range))
    .groupBy(usageDays.day)
    .orderBy(asc(usageDays.day));
}

/** One row for each value of the group with use, most credits first. */
export async function sumUsageByGroup(database: Database, range: UsageRange, group: UsageGroup) {
  const key = GROUPS[group];
  return database
    .select({ key, credits, requests })
    .from(usageDays)
    .where(within(range))
    .groupBy(key)
    .orderBy(desc(credits), asc(key));
}

/** One row for each day and value of the group, in order of days. */
export async function sumUsageByDayAndGroup(database: Database, range: UsageRange, group: UsageGroup) {
  const key = GROUPS[group];
  return database
    .select({ day: usageDays.day, key, credits, requests })
    .from(usageDays)
    .where(within(range))
    .groupBy(usageDays.day, key)
    .orderBy(asc(usageDays.day), asc(key));
}
