/** What the list is narrowed to; kept in the address, so that a search can be linked and survives a reload. */
export interface HistoryFilter {
  search: string;
  /** Empty: any. */
  voiceId: string;
  source: string;
}

/** What there is to choose from now, with what it is to the API, where a dialogue is speech from text as well. */
export const SOURCES = [
  { value: "TTS", label: "Text to speech", query: { source: "TTS", is_dialogue: "false" } },
  { value: "Dialogue", label: "Dialogue", query: { is_dialogue: "true" } },
] as const;

export const PAGE_SIZE = 50;
/** The API's. */
const LARGEST_PAGE = 1000;

export function filterFromAddress(parameters: URLSearchParams): HistoryFilter {
  return {
    search: parameters.get("search") ?? "",
    voiceId: parameters.get("voice_id") ?? "",
    source: SOURCES.find(({ value }) => value === parameters.get("source"))?.value ?? "",
  };
}

/** The API's query for a page, of so many items as far as it has pages of that size. */
export function pageAddress(filter: HistoryFilter, startAfterId: string | null, items = PAGE_SIZE): string {
  const pageSize = Math.min(Math.max(items, PAGE_SIZE), LARGEST_PAGE);
  const parameters = new URLSearchParams({ page_size: String(pageSize) });
  if (filter.search.trim() !== "") parameters.set("search", filter.search.trim());
  if (filter.voiceId !== "") parameters.set("voice_id", filter.voiceId);
  const source = SOURCES.find(({ value }) => value === filter.source);
  for (const [name, value] of Object.entries(source?.query ?? {})) parameters.set(name, value);
  if (startAfterId !== null) parameters.set("start_after_history_item_id", startAfterId);
  return `/v1/history?${parameters}`;
}

export const isFiltered = (filter: HistoryFilter) =>
  filter.search.trim() !== "" || filter.voiceId !== "" || filter.source !== "";

/** Whether an item that just appeared belongs into the filtered list. Searches are asked of the server instead. */
export function admits(
  filter: HistoryFilter,
  row: { voiceId: string; otherVoiceIds: string[]; source: string },
): boolean {
  return (
    (filter.voiceId === "" || filter.voiceId === row.voiceId || row.otherVoiceIds.includes(filter.voiceId)) &&
    (filter.source === "" || filter.source === row.source)
  );
}
