const words = new Intl.RelativeTimeFormat("en");

/** "in 40 seconds", "in 3 minutes", "in 2 hours": when a wait of so many seconds is over for certain. */
export function waitInWords(seconds: number): string {
  const whole = Math.max(1, Math.ceil(seconds));
  if (whole < 60) return words.format(whole, "second");
  const minutes = Math.ceil(whole / 60);
  return minutes < 60 ? words.format(minutes, "minute") : words.format(Math.ceil(minutes / 60), "hour");
}
