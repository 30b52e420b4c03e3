import { Link } from "@remix-run/react";
import { useState } from "react";
import { Page } from "~/features/shell/page";
import { PartBoundary } from "~/features/shell/part-boundary";
import { buttonClass } from "~/ui/button";
import { EmptyState } from "~/ui/empty-state";
import { retryingLazy } from "~/ui/retrying-lazy";
import { useRowFocus } from "~/ui/use-row-focus";
import { useHistoryActions } from "./history-actions";
import { type HistoryFilter, isFiltered } from "./history-filter";
import { HistoryList } from "./history-list";
import { HistoryToolbar } from "./history-toolbar";
import { useHistoryPages } from "./use-history-pages";

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
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  // What disappeared from the list is no longer selected.
  const selected = new Set(pages.rows.map((row) => row.id).filter((id) => chosen.has(id)));
  const chosenLast = [...chosen].filter((id) => selected.has(id)).at(-1);
  const clear = () => setChosen(new Set());
  const rows = useRowFocus<HTMLDivElement>(
    pages.rows.map((row) => row.id),
    searchField,
  );
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
  const empty = pages.rows.length === 0 && !pages.loading && pages.problem === null;

  return (
    <Page title="History" description="What you generated, newest first.">
      <div {...rows.holder}>
        <HistoryToolbar filter={props.filter} voices={props.voices} onChange={props.onFilter} />
        {selected.size > 0 && (
          <PartBoundary onUnavailable={clear}>
            <SelectionBar
              count={selected.size}
              busy={actions.downloading}
              onDownload={(format) => void actions.download([...selected], format)}
              onDelete={() => {
                void actions.remove([...selected]);
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
            onSelect={(id, on) =>
              setChosen((before) => {
                const next = new Set(before);
                if (on) next.add(id);
                else next.delete(id);
                return next;
              })
            }
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
