import { clsx } from "clsx";
import { lazy } from "react";
import { ShareControl } from "~/features/sharing/share-control";
import { cutAtWord } from "~/lib/cut-at-word";
import { formatLength } from "~/lib/format-clock";
import { plainLine } from "~/lib/plain-line";
import { textDirection } from "~/lib/text-direction";
import { usePlayerSnapshot } from "~/player/player-provider";
import { Checkbox } from "~/ui/checkbox";
import { IconButton } from "~/ui/icon-button";
import { Download, Ellipsis, Pause, Play, Trash2 } from "~/ui/icons";
import { LazyMenu } from "~/ui/lazy-menu";
import { type HistoryRow as Row, shareItemOf, textOfRow } from "./history-item";

const loadMenu = () => import("./row-menu");
const RowMenu = lazy(loadMenu);
const LABEL_CHARACTERS = 60;

/** One item: what was said, by whom, when; play, download, delete. */
export function HistoryRow(props: {
  row: Row;
  selected: boolean;
  /** `asRange` with all from the row that was changed last. */
  onSelect: (selected: boolean, asRange: boolean) => void;
  onPlay: () => void;
  onDownload: () => void;
  onDelete: () => void;
}) {
  const { row } = props;
  const { item, wantsToPlay } = usePlayerSnapshot();
  const current = item?.id === row.id;
  const playing = current && wantsToPlay;
  const text = textOfRow(row);
  const more = (
    <IconButton
      label={`More for "${shorten(text)}"`}
      tooltip={false}
      className="sm:hidden"
      icon={<Ellipsis className="size-5" aria-hidden="true" />}
    />
  );
  const time = new Date(row.createdAtMs).toLocaleTimeString("en", { hour: "numeric", minute: "2-digit" });
  return (
    <div
      data-history-item={row.id}
      data-row={row.id}
      className={clsx(
        "group flex h-full items-center gap-2 border-b border-hairline pl-2 sm:gap-3 sm:px-3",
        current && "bg-accent-wash",
      )}
    >
      <Checkbox label={`Select "${shorten(text)}"`} checked={props.selected} onCheckedChange={props.onSelect} />
      <IconButton
        label={playing ? "Pause" : "Play"}
        tooltip={false}
        icon={
          playing ? <Pause className="size-4" aria-hidden="true" /> : <Play className="size-4" aria-hidden="true" />
        }
        aria-pressed={current}
        onClick={props.onPlay}
      />
      <div className="min-w-0 grow">
        <p dir={textDirection(text) ?? "auto"} className="truncate font-serif text-lead">
          {text}
        </p>
        <p className="truncate text-meta text-muted">
          <bdi>{row.voiceName}</bdi> · {time}
          <span className="tabular"> · {formatLength(row.durationSeconds)}</span>
          {row.source === "Dialogue" && " · Dialogue"}
        </p>
      </div>
      <div className="hidden shrink-0 items-center opacity-0 sm:flex group-hover:opacity-100 group-focus-within:opacity-100">
        <ShareControl item={shareItemOf(row)} compact />
        <IconButton
          label="Download"
          icon={<Download className="size-4" aria-hidden="true" />}
          onClick={(event) => event.detail < 2 && props.onDownload()}
        />
        <IconButton
          label="Delete"
          icon={<Trash2 className="size-4" aria-hidden="true" />}
          // The next row moves under the pointer, where the second click of a double click would delete it too.
          onClick={(event) => event.detail < 2 && props.onDelete()}
        />
      </div>
      <LazyMenu trigger={more} load={loadMenu}>
        <RowMenu trigger={more} row={row} onDownload={props.onDownload} onDelete={props.onDelete} />
      </LazyMenu>
    </div>
  );
}

/** As much of a text as a label may read aloud. */
const shorten = (text: string) => cutAtWord(plainLine(text), LABEL_CHARACTERS);
