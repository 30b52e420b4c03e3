/** Use of credits as the usage screen shows it. Pure. */
export interface UsageData {
  fromDay: string;
  toDay: string;
  total: number;
  /** Every day of the range, those without use as zero. */
  days: { day: string; credits: number; requests: number; byVoice: Record<string, number> }[];
  /** Most used first. */
  voices: { voiceId: string; name: string; credits: number; requests: number }[];
}

export const RANGES = [7, 30, 90] as const;
export type RangeDays = (typeof RANGES)[number];

/** The range asked for in the address; 30 days unless it is one of those offered. */
export function rangeFromAddress(value: string | null): RangeDays {
  return RANGES.find((days) => String(days) === value) ?? 30;
}

const DAY_MS = 86_400_000;

/** First and last day (`YYYY-MM-DD`, UTC, inclusive) of the last `days` days. */
export function dayRange(days: number, nowMs: number): { fromDay: string; toDay: string } {
  return { fromDay: isoDay(nowMs - (days - 1) * DAY_MS), toDay: isoDay(nowMs) };
}

export interface UsageSums {
  total: number;
  byDay: { day: string; credits: number; requests: number }[];
  byVoice: { voiceId: string; credits: number; requests: number }[];
  byDayAndVoice: { day: string; voiceId: string; credits: number }[];
}

/** Fills the days without use and names the voices. */
export function usageData(
  sums: UsageSums,
  range: { fromDay: string; toDay: string },
  nameOf: (voiceId: string) => string,
): UsageData {
  const byDay = new Map(sums.byDay.map((day) => [day.day, day]));
  const days: UsageData["days"] = [];
  for (let ms = Date.parse(range.fromDay); ms <= Date.parse(range.toDay); ms += DAY_MS) {
    const day = isoDay(ms);
    const byVoice = Object.fromEntries(
      sums.byDayAndVoice.filter((entry) => entry.day === day).map(({ voiceId, credits }) => [voiceId, credits]),
    );
    const { credits = 0, requests = 0 } = byDay.get(day) ?? {};
    days.push({ day, credits, requests, byVoice });
  }
  const voices = sums.byVoice.map((voice) => ({ ...voice, name: nameOf(voice.voiceId) }));
  return { ...range, total: sums.total, days, voices };
}

const isoDay = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** "Mar 4". */
export function shortDay(day: string): string {
  return new Date(`${day}T00:00:00Z`).toLocaleDateString("en", { month: "short", day: "numeric", timeZone: "UTC" });
}
