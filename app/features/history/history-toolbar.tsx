import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Input } from "~/ui/field";
import { Download, Search, Trash2, X } from "~/ui/icons";
import { Menu, MenuItem, MenuLabel } from "~/ui/menu";
import { Select } from "~/ui/select";
import { type HistoryFilter, SOURCES } from "./history-filter";

const SEARCH_PAUSE_MS = 250;
const ANY = "any";

/** Search, voice and source. */
export function HistoryToolbar(props: {
  filter: HistoryFilter;
  voices: { voiceId: string; name: string }[];
  onChange: (filter: HistoryFilter) => void;
}) {
  const { filter, onChange } = props;
  const [words, setWords] = useState(filter.search);
  useEffect(() => setWords(filter.search), [filter.search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once the typing pauses, with what the filter then is
  useEffect(() => {
    if (words === filter.search) return;
    const timer = setTimeout(() => onChange({ ...filter, search: words }), SEARCH_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [words]);

  return (
    <search className="mb-4 flex flex-wrap gap-2">
      <div className="relative min-w-52 grow">
        <Search
          size={16}
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
        />
        <Input
          type="search"
          aria-label="Search the history"
          placeholder="Search text or voice"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="pl-9"
        />
      </div>
      <Select
        label="Voice"
        className="min-w-40 max-sm:max-w-none max-sm:grow"
        value={filter.voiceId || ANY}
        onValueChange={(voiceId) => onChange({ ...filter, voiceId: voiceId === ANY ? "" : voiceId })}
        options={[
          { value: ANY, label: "All voices" },
          ...props.voices.map(({ voiceId, name }) => ({ value: voiceId, label: name })),
        ]}
      />
      <Select
        label="Source"
        className="min-w-40 max-sm:max-w-none max-sm:grow"
        value={filter.source || ANY}
        onValueChange={(source) => onChange({ ...filter, source: source === ANY ? "" : source })}
        options={[{ value: ANY, label: "All sources" }, ...SOURCES]}
      />
    </search>
  );
}

/** Formats a download can be had in; the first keeps each item as it was made. */
const FORMATS = [
  { value: null, label: "As made" },
  { value: "mp3_44100_128", label: "MP3" },
  { value: "wav_44100", label: "WAV" },
  { value: "opus_48000_64", label: "Opus" },
] as const;

/** What can be done with the selected items. */
export function SelectionBar(props: {
  count: number;
  busy: boolean;
  onDownload: (format: string | null) => void;
  onDelete: () => void;
  onClear: () => void;
}) {
  const files = props.count === 1 ? "1 file" : `${props.count} files`;
  return (
    <div
      role="toolbar"
      aria-label="Selected items"
      className="motion-appear sticky top-2 z-10 mb-2 flex flex-wrap items-center gap-2 rounded-card border border-hairline bg-surface px-3 py-2 shadow-float"
    >
      <p aria-live="polite" className="mr-auto text-base font-medium tabular">
        {props.count} selected
      </p>
      <Menu
        label="Format"
        trigger={
          <Button size="small" busy={props.busy}>
            <Download size={14} aria-hidden="true" />
            Download {files}
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
      <Button size="small" variant="danger" onClick={props.onDelete}>
        <Trash2 size={14} aria-hidden="true" />
        Delete
      </Button>
      <Button size="small" variant="quiet" onClick={props.onClear}>
        <X size={14} aria-hidden="true" />
        Clear
      </Button>
    </div>
  );
}
