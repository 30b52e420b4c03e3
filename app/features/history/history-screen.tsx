import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { Page } from "~/features/shell/page";
import { PartBoundary } from "~/features/shell/part-boundary";
import { useScreenCommands } from "~/features/shell/screen-commands";
import { buttonClass } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { retryingLazy } from "~/ui/retrying-lazy";
import { useRowFocus } from "~/ui/use-row-focus";
import { useHistoryActions } from "./history-actions";
import { type HistoryFilter, isFiltered } from "./history-filter";
import { HistoryList } from "./history-list";
import { HistoryToolbar } from "./history-toolbar";
import { useHistoryPages } from "./use-history-pages";
import { useSelection } from "./use-selection";

const SelectionBar = retryingLazy(() => import("./selection-bar"));

const EDITOR = "/app/speech-synthesis/text-to-speech";

/** Everything that was generated: found, heard, downloaded, deleted. */
export function HistoryScreen(props: {
  filter: HistoryFilter;
  voices: { voiceId: string; name: string }[];
  onFilter: (filter: HistoryFilter) => void;
}) {
  const pages = useHistoryPages(props.filter);
  const actions = useHistoryActions(pages);
  const ids = pages.rows.map((row) => row.id);
  const { selected, chosenLast, clear, select, selectAll, selectAgain } = useSelection(ids);
  const rows = useRowFocus<HTMLDivElement>(ids, searchField);
  const screen = rows.holder.ref;
  /** What is used goes away: the focus goes to where selecting was left. */
  function leaveSelection(): void {
    const boxes = [...(screen.current?.querySelectorAll<HTMLElement>("[data-row] [role='checkbox']") ?? [])];
    const last = boxes.find((box) => box.closest<HTMLElement>("[data-row]")?.dataset.row === chosenLast);
    // Who points sees where they are, and stays there.
    const byKey = document.activeElement?.matches(":focus-visible") ?? false;
    (last ?? boxes[0])?.focus({ preventScroll: !byKey });
    clear();
  }
  useEscapeOf(selected.size > 0, leaveSelection);
  useScreenCommands([
    { id: "select-range", label: "Select a range", keys: "Shift click" },
    { id: "clear-selection", label: "Clear the selection", keys: "Esc" },
  ]);
  // Where all that was loaded is gone, the list loads what there is more.
  const empty = pages.rows.length === 0 && !pages.hasMore && !pages.loading && pages.problem === null;

  return (
    <Page title="History" description="What you generated, newest first.">
      <div {...rows.holder}>
        <HistoryToolbar filter={props.filter} voices={props.voices} onChange={props.onFilter} />
        {selected.size > 0 && (
          <PartBoundary onUnavailable={clear}>
            <SelectionBar
              count={selected.size}
              loaded={ids.length}
              hasMore={pages.hasMore}
              busy={actions.downloading}
              onSelectAll={selectAll}
              onDownload={(format) => void actions.download([...selected], format)}
              onDelete={() => {
                void actions.remove([...selected]).then(selectAgain);
                leaveSelection();
              }}
              onClear={leaveSelection}
            />
          </PartBoundary>
        )}
        {empty ? (
          <Nothing
            filter={props.filter}
            onClearFilter={() => {
              searchField(screen.current)?.focus();
              props.onFilter({ search: "", voiceId: "", source: "" });
            }}
          />
        ) : (
          <HistoryList
            pages={pages}
            selected={selected}
            keptKeys={() => [rows.heldKey(), chosenLast]}
            onSelect={select}
            onPlay={(row) => void actions.play(row)}
            onDownload={(row) => void actions.download([row.id], null)}
            onDelete={(row) => void actions.remove([row.id])}
          />
        )}
      </div>
    </Page>
  );
}

const searchField = (screen: HTMLElement | null) => screen?.querySelector<HTMLElement>("input[type='search']");

const FIELDS = "input, textarea, select";

/** Escape while `active`, unless a field or something open over the screen has its own use for it. */
function useEscapeOf(active: boolean, onEscape: () => void): void {
  const latest = useRef(onEscape);
  latest.current = onEscape;
  useEffect(() => {
    if (!active) return;
    const onKey = (event: KeyboardEvent) => {
      // What closes by the key has taken it by now.
      if (event.key !== "Escape" || event.defaultPrevented) return;
      if (!(event.target instanceof Element && event.target.matches(FIELDS))) latest.current();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [active]);
}

function Nothing({ filter, onClearFilter }: { filter: HistoryFilter; onClearFilter: () => void }) {
  if (isFiltered(filter)) {
    return (
      <EmptyState
        action={
          <button type="button" className={buttonClass()} onClick={onClearFilter}>
            Show everything
          </button>
        }
      >
        Nothing in the history fits this search.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      action={
        <Link className={buttonClass("primary")} to={EDITOR}>
          Write something
        </Link>
      }
    >
      What you generate is kept here, to hear and download again.
    </EmptyState>
  );
}
