/** Sums over `usage_days`, always of one workspace. */
import { and, asc, desc, eq, gte, lte, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { usageDays } from "../../../db/schema";

interface UsageRange {
  workspaceId: string;
  /** `YYYY-MM-DD`, UTC, both inclusive. */
  fromDay: string;
  toDay: string;
}

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

/** One row for each voice with use, most credits first. */
export async function sumUsageByVoice(database: Database, range: UsageRange) {
  return database
    .select({ voiceId: usageDays.voiceId, credits, requests })
    .from(usageDays)
    .where(within(range))
    .groupBy(usageDays.voiceId)
    .orderBy(desc(credits), asc(usageDays.voiceId));
}

/** One row for each day and voice with use, in order of days. */
export async function sumUsageByDayAndVoice(database: Database, range: UsageRange) {
  return database
    .select({ day: usageDays.day, voiceId: usageDays.voiceId, credits, requests })
    .from(usageDays)
    .where(within(range))
    .groupBy(usageDays.day, usageDays.voiceId)
    .orderBy(asc(usageDays.day), asc(usageDays.voiceId));
}
