/** "0:07", "12:30", "1:02:03". */
export function formatClock(seconds: number): string {
  const whole = Math.max(0, Math.floor(Number.isFinite(seconds) ? seconds : 0));
  const s = String(whole % 60).padStart(2, "0");
  const minutes = Math.floor(whole / 60);
  return minutes < 60 ? `${minutes}:${s}` : `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${s}`;
}

/** Browsers end a sound a moment before or after its length. */
const END_WITHIN_SECONDS = 0.05;

/** Where in a sound of that length something is: as a clock, and at the end what `formatLength` says. */
export function formatPosition(seconds: number, lengthSeconds: number): string {
  const isAtEnd = lengthSeconds > 0 && seconds >= lengthSeconds - END_WITHIN_SECONDS;
  return isAtEnd ? formatLength(lengthSeconds) : formatClock(seconds);
}

/** How long a sound is: as a clock, but no sound lasts "0:00". */
export function formatLength(seconds: number): string {
  return formatClock(seconds > 0 ? Math.max(1, seconds) : 0);
}
