/** "0:07", "12:30", "1:02:03". */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const s = String(whole % 60).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes}:${s}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${s}`;
}

/** How long a sound is: as a clock, but no sound lasts "0:00". */
export function formatLength(seconds: number): string {
  return formatClock(seconds > 0 ? Math.max(1, seconds) : 0);
}
