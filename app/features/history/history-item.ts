import { kindOfSource, type ShareItem } from "~/features/sharing/share-item";
import { plainLine } from "~/lib/plain-line";
import { voiceNamesOf } from "~/lib/voice-names";

/** History items as the screens use them. Source: contract, `SpeechHistoryItemResponse`. */
export interface HistoryRow {
  id: string;
  /** The first of a dialogue. */
  voiceId: string;
  /** Who else speaks in a dialogue. */
  otherVoiceIds: string[];
  /** All who speak, see `voiceNamesOf`. */
  voiceName: string;
  modelId: string;
  text: string;
  /** Dialogue lines; null for plain speech. */
  dialogue: { text: string; voiceName: string }[] | null;
  createdAtMs: number;
  durationSeconds: number;
  /** As the API names it; a dialogue is told apart. */
  source: string;
  characters: number;
  /** In which it is stored. */
  outputFormat: string;
}

export interface WireHistoryItem {
  history_item_id: string;
  voice_id: string | null;
  voice_name: string | null;
  model_id: string | null;
  text: string | null;
  dialogue: { text: string; voice_id: string; voice_name: string | null }[] | null;
  date_unix: number;
  duration_seconds: number;
  source: string | null;
  character_count_change_from: number;
  character_count_change_to: number;
  output_format: string | null;
}

export function rowOf(item: WireHistoryItem): HistoryRow {
  const dialogue = item.dialogue?.map((line) => ({ text: line.text, voiceName: line.voice_name ?? "" })) ?? null;
  return {
    id: item.history_item_id,
    voiceId: item.voice_id ?? "",
    otherVoiceIds: [...new Set(item.dialogue?.map((line) => line.voice_id))].filter((id) => id !== item.voice_id),
    voiceName: voiceNamesOf({ voiceName: item.voice_name ?? "", dialogue }),
    modelId: item.model_id ?? "",
    text: item.text ?? "",
    dialogue,
    createdAtMs: item.date_unix * 1000,
    durationSeconds: item.duration_seconds,
    source: item.dialogue ? "Dialogue" : (item.source ?? ""),
    characters: item.character_count_change_to - item.character_count_change_from,
    outputFormat: item.output_format ?? "",
  };
}

/** What a row says of its text, in one line that turns nothing around: the text, or the lines of a dialogue with their speakers. */
export function textOfRow(row: HistoryRow): string {
  return plainLine(row.dialogue ? row.dialogue.map((line) => `${line.voiceName}: ${line.text}`).join(" ") : row.text);
}

export function shareItemOf(row: HistoryRow): ShareItem {
  return {
    historyItemId: row.id,
    kind: kindOfSource(row.source),
    texts: row.dialogue ? row.dialogue.map((line) => line.text) : [row.text],
    durationSeconds: row.durationSeconds,
  };
}

export type ListEntry = { kind: "day"; key: string; label: string } | { kind: "item"; key: string; row: HistoryRow };

/** Rows with a heading before the first of each day (in the reader's own time zone). */
export function groupByDay(rows: readonly HistoryRow[], now: Date): ListEntry[] {
  const entries: ListEntry[] = [];
  let day = "";
  for (const row of rows) {
    const date = new Date(row.createdAtMs);
    const key = date.toDateString();
    if (key !== day) {
      day = key;
      entries.push({ kind: "day", key, label: dayLabel(date, now) });
    }
    entries.push({ kind: "item", key: row.id, row });
  }
  return entries;
}

function dayLabel(date: Date, now: Date): string {
  if (date.toDateString() === now.toDateString()) return "Today";
  const yesterday = new Date(now);
  yesterday.setDate(now.getDate() - 1);
  if (date.toDateString() === yesterday.toDateString()) return "Yesterday";
  const year = date.getFullYear() === now.getFullYear() ? undefined : "numeric";
  return date.toLocaleDateString("en", { weekday: "long", month: "long", day: "numeric", year });
}
