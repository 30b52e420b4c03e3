import { useCallback, useEffect, useRef, useState } from "react";
import { useRealtime } from "~/features/shell/realtime-provider";
import { apiJson, toastMessageOf } from "~/lib/api-client";
import { admits, type HistoryFilter, pageAddress } from "./history-filter";
import { type HistoryRow, rowOf, type WireHistoryItem } from "./history-item";

interface WirePage {
  history: WireHistoryItem[];
  has_more: boolean;
  last_history_item_id: string | null;
}

export interface HistoryPages {
  rows: HistoryRow[];
  hasMore: boolean;
  loading: boolean;
  /** Why the last page did not come, and how often one did not; the rows so far stay. Said until one comes. */
  problem: { reason: string; times: number } | null;
  loadMore(): void;
  /** Asks again for what did not come. Answers whether it came. */
  reload(): Promise<boolean>;
  /** Takes rows out of sight at once. Answers what brings some of them back, unless they were deleted meanwhile. */
  remove(ids: readonly string[]): (ids: readonly string[]) => void;
}

/** The newest page; the one after the last; or what is shown as it is now, which leaves whoever reads where they are. */
type Wanted = "first" | "next" | "again";

/** The filtered history, page by page, kept up to date by the workspace's channel. */
export function useHistoryPages(filter: HistoryFilter): HistoryPages {
  const [rows, setRows] = useState<HistoryRow[]>([]);
  const [hasMore, setHasMore] = useState(true);
  const [loading, setLoading] = useState(true);
  const [problem, setProblem] = useState<HistoryPages["problem"]>(null);
  const lastId = useRef<string | null>(null);
  /** Of the page that is on its way. */
  const running = useRef<AbortController>();
  /** Deleted, as this tab asks or as the server tells: a page that was on its way at that moment still has them. */
  const gone = useRef(new Map<string, "asked" | "told">());
  /** Came since a page was asked for, which may not have them. */
  const came = useRef<HistoryRow[]>([]);
  /** Loads the list that the rows are of; another one than `load` while a changed filter's first page is on its way. */
  const shown = useRef<(wanted: Wanted, items?: number) => Promise<boolean>>();
  const { search, voiceId, source } = filter;

  const load = useCallback(
    async function load(wanted: Wanted, items?: number): Promise<boolean> {
      running.current?.abort();
      const mine = new AbortController();
      running.current = mine;
      came.current = [];
      setLoading(true);
      try {
        const after = wanted === "next" ? lastId.current : null;
        const page = await apiJson<WirePage>(pageAddress({ search, voiceId, source }, after, items), "GET");
        if (mine.signal.aborted) return false;
        const { has_more: hasMoreBelow, last_history_item_id: end } = page;
        // What was loaded below the end of what was asked for again stays, and goes on from where it ended.
        const staysBelow =
          wanted === "again" && hasMoreBelow && end !== null && lastId.current !== null && lastId.current < end;
        if (!staysBelow) {
          lastId.current = end;
          setHasMore(hasMoreBelow);
        }
        shown.current = load;
        const more = [...came.current, ...page.history.map(rowOf)].filter((row) => !gone.current.has(row.id));
        setRows((before) => {
          if (wanted === "next") return mergeRows(before, more);
          return mergeRows(staysBelow ? before.filter((row) => row.id < end) : [], more);
        });
        setProblem(null);
        return true;
      } catch (error) {
        const reason = toastMessageOf(error);
        if (!mine.signal.aborted) setProblem((before) => ({ reason, times: (before?.times ?? 0) + 1 }));
        return false;
      } finally {
        if (!mine.signal.aborted) {
          running.current = undefined;
          setLoading(false);
        }
      }
    },
    [search, voiceId, source],
  );

  const latest = useRef(load);
  latest.current = load;
  useEffect(() => {
    setProblem(null);
    void load("first");
    return () => running.current?.abort();
  }, [load]);

  function hide(ids: readonly string[], why: "asked" | "told"): void {
    for (const id of ids) gone.current.set(id, why);
    setRows((before) => before.filter((row) => !ids.includes(row.id)));
  }
  /** Asks for so many items of what is shown once more: of another list, for its beginning. */
  function loadAgain(items?: number): void {
    if (shown.current === latest.current) void latest.current("again", items);
    else void latest.current("first");
  }
  function add(more: readonly HistoryRow[]): void {
    came.current.push(...more);
    setRows((before) => mergeRows(before, more));
  }

  useRealtime((notice) => {
    if (notice.type === "reset") {
      // What came back meanwhile is not known.
      gone.current.clear();
      loadAgain(rows.length);
    }
    if (notice.type !== "event") return;
    const { event } = notice;
    if (event.type === "history_added" && search.trim() === "") {
      const row = rowOf(event.item as unknown as WireHistoryItem);
      if (admits(filter, row)) add([row]);
    } else if (event.type === "history_added") {
      // Whether it fits a search the server knows. It is the newest, wherever it comes.
      loadAgain();
    } else if (event.type === "history_restored") {
      for (const id of event.ids) gone.current.delete(id);
      loadAgain(rows.length + event.ids.length);
    } else if (event.type === "history_deleted") hide(event.ids, "told");
  });

  // A changed filter is drawn once before it is loaded.
  const isFilterNew = shown.current !== load && problem === null;
  return {
    rows,
    hasMore,
    loading: loading || isFilterNew,
    problem,
    loadMore() {
      // A scroll draws at once what is on its way otherwise: `loading` may not say yet that a page was asked for.
      if (!running.current && !loading && hasMore && problem === null) void load("next");
    },
    reload: () => load(rows.length === 0 ? "first" : "next"),
    remove(ids) {
      const removed = rows.filter((row) => ids.includes(row.id));
      const list = shown.current;
      hide(ids, "asked");
      return (back) => {
        for (const id of back) if (gone.current.get(id) === "asked") gone.current.delete(id);
        // In another search they may have no place.
        if (list !== latest.current) loadAgain();
        else add(removed.filter((row) => back.includes(row.id) && !gone.current.has(row.id)));
      };
    },
  };
}

/** Rows of both lists, each once, newest first; ids sort by time. */
export function mergeRows(before: readonly HistoryRow[], more: readonly HistoryRow[]): HistoryRow[] {
  const byId = new Map([...before, ...more].map((row) => [row.id, row]));
  return [...byId.values()].sort((a, b) => (a.id < b.id ? 1 : -1));
}
