import { defaultRangeExtractor, useWindowVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useRef, useState } from "react";
import { ErrorState } from "~/ui/error-state";
import { Loading, Skeleton } from "~/ui/skeleton";
import { groupByDay, type HistoryRow as Row } from "./history-item";
import { HistoryRow } from "./history-row";
import type { HistoryPages } from "./use-history-pages";

const ROW_PX = 68;
const DAY_PX = 44;
/** How near the end the next page is asked for. */
const AHEAD_ROWS = 12;
const OVERSCAN_ROWS = 8;

/** The items by day; only what is on screen is in the document, more comes as one scrolls. */
export function HistoryList(props: {
  pages: HistoryPages;
  selected: ReadonlySet<string>;
  /** Rows that stay in the document when they are scrolled out of sight: those where the focus is or goes back to. */
  keptKeys: () => readonly (string | undefined)[];
  onSelect: (id: string, selected: boolean, asRange: boolean) => void;
  onPlay: (row: Row) => void;
  onDownload: (row: Row) => void;
  onDelete: (row: Row) => void;
}) {
  const { pages } = props;
  const entries = groupByDay(pages.rows, new Date());
  const list = useRef<HTMLUListElement>(null);
  const [offset, setOffset] = useState(0);
  useEffect(() => setOffset(list.current?.offsetTop ?? 0), []);
  const virtualizer = useWindowVirtualizer({
    count: entries.length,
    estimateSize: (index) => (entries[index]?.kind === "day" ? DAY_PX : ROW_PX),
    getItemKey: (index) => entries[index]?.key ?? index,
    overscan: OVERSCAN_ROWS,
    rangeExtractor: (range) => {
      const kept = props.keptKeys().filter((key) => key !== undefined);
      const at = kept.map((key) => entries.findIndex((entry) => entry.key === key)).filter((index) => index >= 0);
      // With their neighbours, where Tab and the focus of a row that goes away lead: two, as a day may stand between.
      const near = at.flatMap((index) => [-2, -1, 0, 1, 2].map((step) => index + step));
      const inList = near.filter((index) => index >= 0 && index < entries.length);
      return [...new Set([...defaultRangeExtractor(range), ...inList])].sort((a, b) => a - b);
    },
    scrollMargin: offset,
  });
  const visible = virtualizer.getVirtualItems();
  // Of what is kept below nothing is seen.
  const lastVisible = Math.min(visible.at(-1)?.index ?? 0, (virtualizer.range?.endIndex ?? 0) + OVERSCAN_ROWS);
  const { loadMore } = pages;
  useEffect(() => {
    if (lastVisible >= entries.length - AHEAD_ROWS) loadMore();
  }, [lastVisible, entries.length, loadMore]);

  /** The button goes away with the problem: one goes on from the last item, after which more has come. */
  async function retry(): Promise<void> {
    const pressed = document.activeElement;
    const lastRow = [...(list.current?.querySelectorAll("[data-row]") ?? [])].at(-1);
    const came = await pages.reload();
    // Not drawn yet, so what was pressed still has the focus unless somebody has gone on.
    if (!came || document.activeElement !== pressed) return;
    for (const button of [...(lastRow?.querySelectorAll<HTMLElement>("button") ?? [])].reverse()) {
      button.focus({ preventScroll: true });
      // What is hidden at this width does not take it.
      if (document.activeElement === button) break;
    }
  }

  return (
    <>
      <ul ref={list} aria-label="History" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {visible.map((place) => {
          const entry = entries[place.index];
          if (!entry) return null;
          return (
            <li
              key={place.key}
              // Only some are in the document.
              aria-posinset={place.index + 1}
              aria-setsize={pages.hasMore ? -1 : entries.length}
              className="absolute inset-x-0 top-0"
              style={{ height: place.size, transform: `translateY(${place.start - offset}px)` }}
            >
              {entry.kind === "day" ? (
                <h2 className="flex h-full items-end px-2 pb-2 text-meta font-medium text-muted sm:px-3">
                  {entry.label}
                </h2>
              ) : (
                <HistoryRow
                  row={entry.row}
                  selected={props.selected.has(entry.row.id)}
                  onSelect={(selected, asRange) => props.onSelect(entry.row.id, selected, asRange)}
                  onPlay={() => props.onPlay(entry.row)}
                  onDownload={() => props.onDownload(entry.row)}
                  onDelete={() => props.onDelete(entry.row)}
                />
              )}
            </li>
          );
        })}
      </ul>
      {pages.problem && (
        <ErrorState title="The history could not be loaded" onRetry={() => void retry()} busy={pages.loading}>
          {/* Anew each time, so that it is announced each time. */}
          <span key={pages.problem.times}>{pages.problem.reason}</span>
        </ErrorState>
      )}
      {pages.loading && !pages.problem && <HistorySkeleton rows={pages.rows.length === 0 ? 6 : 2} />}
      {!pages.hasMore && !pages.loading && pages.rows.length > 0 && (
        <p className="py-8 text-center text-meta text-muted">That is everything.</p>
      )}
    </>
  );
}

function HistorySkeleton({ rows }: { rows: number }) {
  return (
    <Loading label="Loading the history">
      {Array.from({ length: rows }, (_, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: shapes have no identity
        <div key={i} className="flex h-[68px] items-center gap-3 px-3">
          <Skeleton className="size-[18px]" />
          <Skeleton className="size-10 rounded-full" />
          <div className="grow">
            <Skeleton className="h-4 w-2/3" />
            <Skeleton className="mt-2 h-3 w-32" />
          </div>
        </div>
      ))}
    </Loading>
  );
}
