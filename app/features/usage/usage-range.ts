/** Days a person may look back. */
export const RANGES = [7, 30, 90] as const;
export type RangeDays = (typeof RANGES)[number];

export function parseRangeDays(value: string | null): RangeDays {
  return RANGES.find((days) => String(days) === value) ?? 30;
}

const DAY_MS = 86_400_000;

/** The last `count` days up to today, `YYYY-MM-DD` in UTC, oldest first. */
export function daysBack(count: number, nowMs: number): string[] {
  return Array.from({ length: count }, (_, i) => new Date(nowMs - (count - 1 - i) * DAY_MS).toISOString().slice(0, 10));
}
