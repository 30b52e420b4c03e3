/** Counts of events as the screen shows them: by event, most frequent first. Pure. */
export interface DayOfEvents {
  /** `YYYY-MM-DD` in UTC. */
  day: string;
  events: Readonly<Record<string, number>>;
}

export interface EventCounts {
  name: string;
  label: string;
  total: number;
  /** One for each day of the range, in order. */
  byDay: { day: string; count: number }[];
}

export function countsByEvent(days: readonly DayOfEvents[]): EventCounts[] {
  const names = new Set(days.flatMap(({ events }) => Object.keys(events)));
  return [...names]
    .map((name) => {
      const byDay = days.map(({ day, events }) => ({ day, count: events[name] ?? 0 }));
      return { name, label: labelOf(name), total: byDay.reduce((sum, { count }) => sum + count, 0), byDay };
    })
    .sort((a, b) => b.total - a.total || a.name.localeCompare(b.name));
}

/** "share_link_copied" reads "Share link copied". */
function labelOf(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
