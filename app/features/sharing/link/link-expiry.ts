/** How long a link lasts, as it is chosen and said. Pure. */
export const EXPIRY_CHOICES = [
  { value: "never", label: "Never", days: null },
  { value: "day", label: "In a day", days: 1 },
  { value: "week", label: "In 7 days", days: 7 },
  { value: "month", label: "In 30 days", days: 30 },
] as const;

const DAY_SECONDS = 86_400;

/** Unix seconds. */
export const expiryAfterDays = (days: number, nowMs: number): number => Math.floor(nowMs / 1000) + days * DAY_SECONDS;

/** "4 Mar 2026, 2:05 PM" in the reader's own time zone. */
export function expiryTime(expiresAtUnix: number): string {
  const date = new Date(expiresAtUnix * 1000);
  return `${date.toLocaleDateString("en", { day: "numeric", month: "short", year: "numeric" })}, ${date.toLocaleTimeString("en", { hour: "numeric", minute: "2-digit" })}`;
}
