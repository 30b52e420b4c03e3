/** "3 hours ago", "in 2 days". Source: spec 000, section 9 (thresholds 60 s, 60 min, 24 h, 7 d, 4 w, 12 mo). */
const STEPS: readonly { unit: Intl.RelativeTimeFormatUnit; seconds: number; below: number }[] = [
  { unit: "second", seconds: 1, below: 60 },
  { unit: "minute", seconds: 60, below: 60 },
  { unit: "hour", seconds: 3600, below: 24 },
  { unit: "day", seconds: 86_400, below: 7 },
  { unit: "week", seconds: 604_800, below: 4 },
  // A year's twelfth, so that twelve of them are a year.
  { unit: "month", seconds: 2_629_800, below: 12 },
];
const YEAR_SECONDS = 31_557_600;

const words = new Intl.RelativeTimeFormat("en", { numeric: "auto" });

/** A time as seen from another, in the largest unit of which there is a whole one. Both in Unix milliseconds. */
export function formatRelativeTime(timeMs: number, nowMs: number = Date.now()): string {
  const seconds = (timeMs - nowMs) / 1000;
  for (const { unit, seconds: size, below } of STEPS) {
    const count = Math.trunc(seconds / size);
    // Four weeks are less than a month: what is neither a week nor a month more is a month.
    if (Math.abs(count) < below)
      return words.format(unit === "month" && count === 0 ? Math.sign(seconds) : count, unit);
  }
  return words.format(Math.trunc(seconds / YEAR_SECONDS), "year");
}
