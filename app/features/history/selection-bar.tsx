import { Button } from "~/ui/button";
import { Download, ListChecks, Trash2, X } from "~/ui/icons";
import { Menu, MenuItem, MenuLabel } from "~/ui/menu";

/** Formats a download can be had in; the first keeps each item as it was made. */
const FORMATS = [
  { value: null, label: "As made" },
  { value: "mp3_44100_128", label: "MP3" },
  { value: "wav_44100", label: "WAV" },
  { value: "opus_48000_64", label: "Opus" },
] as const;

/** What can be done with the selected items. Its code comes with the first selection. */
export default function SelectionBar(props: {
  count: number;
  /** Items that can be selected: of the history all, or what one has scrolled to. */
  loaded: number;
  hasMore: boolean;
  busy: boolean;
  onSelectAll: () => void;
  onDownload: (format: string | null) => void;
  onDelete: () => void;
  onClear: () => void;
}) {
  const files = props.count === 1 ? "1 file" : `${props.count} files`;
  return (
    <div
      role="toolbar"
      aria-label="Selected items"
      className="motion-appear sticky top-2 z-10 mb-2 flex items-center gap-2 rounded-card border border-hairline bg-surface px-3 py-2 shadow-float"
    >
      <p aria-live="polite" className="mr-auto min-w-0 text-base leading-tight font-medium tabular">
        {props.count} selected
      </p>
      <Button
        size="small"
        variant="quiet"
        className="max-sm:w-[44px] max-sm:px-0"
        // Not `disabled`, which would take the focus from whoever has just pressed it.
        aria-disabled={props.count === props.loaded || undefined}
        onClick={props.onSelectAll}
      >
        <ListChecks size={14} aria-hidden="true" />
        <span className="max-sm:sr-only">
          Select all {props.loaded}
          {props.hasMore && " so far"}
        </span>
      </Button>
      <Menu
        label="Format"
        trigger={
          <Button size="small" busy={props.busy}>
            <Download size={14} aria-hidden="true" />
            <span>
              Download <span className="max-sm:sr-only">{files}</span>
            </span>
          </Button>
        }
      >
        <MenuLabel>{props.count === 1 ? "Format" : "One zip, in"}</MenuLabel>
        {FORMATS.map(({ value, label }) => (
          <MenuItem key={label} onSelect={() => props.onDownload(value)}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <Button size="small" variant="danger" className="max-sm:w-[44px] max-sm:px-0" onClick={props.onDelete}>
        <Trash2 size={14} aria-hidden="true" />
        <span className="max-sm:sr-only">Delete</span>
      </Button>
      <Button size="small" variant="quiet" className="max-sm:w-[44px] max-sm:px-0" onClick={props.onClear}>
        <X size={14} aria-hidden="true" />
        <span className="max-sm:sr-only">Clear</span>
      </Button>
    </div>
  );
}
