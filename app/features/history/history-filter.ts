/** What the list is narrowed to; kept in the address, so that a search can be linked and survives a reload. */
export interface HistoryFilter {
  search: string;
  /** Empty: any. */
  voiceId: string;
  source: string;
}

/** Sources that exist now, as the API names them. */
export const SOURCES = [
  { value: "TTS", label: "Text to speech" },
  { value: "Dialogue", label: "Dialogue" },
] as const;

export const PAGE_SIZE = 50;

export function filterFromAddress(parameters: URLSearchParams): HistoryFilter {
  return {
    search: parameters.get("search") ?? "",
    voiceId: parameters.get("voice_id") ?? "",
    source: parameters.get("source") ?? "",
  };
}

/** The API's query for a page. */
export function pageAddress(filter: HistoryFilter, startAfterId: string | null): string {
  const parameters = new URLSearchParams({ page_size: String(PAGE_SIZE) });
  if (filter.search.trim() !== "") parameters.set("search", filter.search.trim());
  if (filter.voiceId !== "") parameters.set("voice_id", filter.voiceId);
  if (filter.source !== "") parameters.set("source", filter.source);
  if (startAfterId !== null) parameters.set("start_after_history_item_id", startAfterId);
  return `/v1/history?${parameters}`;
}

export const isFiltered = (filter: HistoryFilter) =>
  filter.search.trim() !== "" || filter.voiceId !== "" || filter.source !== "";

/** Whether an item that just appeared belongs into the filtered list. Searches are asked of the server instead. */
export function admits(filter: HistoryFilter, row: { voiceId: string; source: string }): boolean {
  return (
    (filter.voiceId === "" || filter.voiceId === row.voiceId) && (filter.source === "" || filter.source === row.source)
  );
}
