/** Credits by day and voice, made ready for a chart and a table. */
export interface UsageByDayAndVoice {
  day: string;
  voiceId: string;
  credits: number;
}

export interface UsageSeries {
  /** Voices that have a colour of their own, most used first; `other` joins the rest. */
  voices: { id: string; name: string; credits: number }[];
  /** One row a day, days without use included; a key for each voice of `voices`. */
  rows: { day: string; total: number; byVoice: Record<string, number> }[];
}

/** As many shades of ink can be told apart. */
const MOST_VOICES = 5;
export const OTHER = "other";

export function usageSeries(
  days: readonly string[],
  usage: readonly UsageByDayAndVoice[],
  voiceNames: Readonly<Record<string, string>>,
): UsageSeries {
  const totals = new Map<string, number>();
  for (const entry of usage) totals.set(entry.voiceId, (totals.get(entry.voiceId) ?? 0) + entry.credits);
  const ranked = [...totals].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0]));
  const own = ranked.slice(0, ranked.length > MOST_VOICES ? MOST_VOICES - 1 : MOST_VOICES);
  const rest = ranked.slice(own.length);
  const voices = own.map(([id, credits]) => ({ id, name: voiceNames[id] ?? id, credits }));
  if (rest.length > 0) {
    voices.push({ id: OTHER, name: `${rest.length} other voices`, credits: rest.reduce((sum, [, c]) => sum + c, 0) });
  }
  const hasColour = new Set(own.map(([id]) => id));
  const rows = days.map((day) => ({ day, total: 0, byVoice: {} as Record<string, number> }));
  const rowOf = new Map(rows.map((row) => [row.day, row]));
  for (const { day, voiceId, credits } of usage) {
    const row = rowOf.get(day);
    if (!row) continue;
    const key = hasColour.has(voiceId) ? voiceId : OTHER;
    row.total += credits;
    row.byVoice[key] = (row.byVoice[key] ?? 0) + credits;
  }
  return { voices, rows };
}
