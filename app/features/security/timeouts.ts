/** The times that are offered, in seconds. */
export const TIMEOUTS: readonly number[] = [900, 1800, 3600, 4 * 3600, 8 * 3600, 86_400, 7 * 86_400];

const UNITS = [
  [86_400, "day"],
  [3600, "hour"],
  [60, "minute"],
] as const;

/** Like `15 minutes`, by the biggest unit that fits. */
export function timeoutLabel(seconds: number): string {
  const [length, unit] = UNITS.find(([each]) => seconds % each === 0) ?? [1, "second"];
  const count = seconds / length;
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
