/** Counts of what happened in a workspace's browsers: by day, without names of people or properties. */
import type { Database } from "../../../db/client";
import { countByName, dayOf, type EventName } from "./events";
import { addCounts, removeCountsBefore, selectCounts } from "./store";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 400;

/** A day with the events that occurred on it. */
export interface AnalyticsDay {
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  events: Record<string, number>;
}

export interface AnalyticsService {
  /** Counts a batch of one client's. @throws AppError rate_limited (429) when there are too many. */
  takeTurn(clientAddress: string): Promise<void>;
  /** Counts events of today, for a workspace or for `VISITORS`. Nothing else of them is kept. */
  record(workspaceId: string, names: readonly EventName[]): Promise<void>;
  /** The last `days` days in order, today included, also those on which nothing happened. */
  listDays(workspaceId: string, days: number): Promise<AnalyticsDay[]>;
  /** Forgets counts that are too old to be shown. */
  sweep(): Promise<void>;
}

export interface AnalyticsDependencies {
  database: Database;
  /** Counts a use of the limit for each client. @throws AppError rate_limited (429). */
  takeRateLimit(clientAddress: string): Promise<void>;
  nowMs(): number;
}

export function createAnalyticsService({ database, takeRateLimit, nowMs }: AnalyticsDependencies): AnalyticsService {
  return {
    takeTurn: takeRateLimit,

    async record(workspaceId, names) {
      const day = dayOf(nowMs());
      const counts = [...countByName(names)].map(([name, count]) => ({ day, name, count }));
      await addCounts(database, workspaceId, counts);
    },

    async listDays(workspaceId, days) {
      const today = nowMs();
      const listed = Array.from({ length: days }, (_, i) => dayOf(today - (days - 1 - i) * DAY_MS));
      const byDay = new Map<string, Record<string, number>>(listed.map((day) => [day, {}]));
      for (const { day, name, count } of await selectCounts(database, workspaceId, listed[0] ?? dayOf(today))) {
        const events = byDay.get(day);
        if (events) events[name] = count;
      }
      return [...byDay].map(([day, events]) => ({ day, events }));
    },

    sweep: () => removeCountsBefore(database, dayOf(nowMs() - KEPT_DAYS * DAY_MS)),
  };
}
