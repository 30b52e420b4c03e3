import { useEffect, useRef, useState } from "react";
import { Input } from "~/ui/field";
import { Search } from "~/ui/icons";
import { NativeSelect } from "~/ui/native-select";
import { type HistoryFilter, SOURCES } from "./history-filter";

const SEARCH_PAUSE_MS = 250;

/** Search, voice and source. */
export function HistoryToolbar(props: {
  filter: HistoryFilter;
  voices: { voiceId: string; name: string }[];
  onChange: (filter: HistoryFilter) => void;
}) {
  const { filter, onChange } = props;
  const [words, setWords] = useState(filter.search);
  const field = useRef<HTMLInputElement>(null);
  /** Searches that were asked for and are not in the address yet, the latest last. */
  const asked = useRef<string[]>([]);
  const shown = useRef(filter.search);
  // What was written while the page's scripts were on their way.
  useEffect(() => setWords((current) => field.current?.value ?? current), []);
  useEffect(() => {
    if (filter.search === shown.current) return;
    shown.current = filter.search;
    const own = asked.current.indexOf(filter.search);
    // The answer to an earlier search leaves what was written since.
    if (own >= 0) asked.current = asked.current.slice(own + 1);
    else setWords(filter.search);
  }, [filter.search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once the typing pauses, with what the filter then is
  useEffect(() => {
    if (words === (asked.current.at(-1) ?? filter.search)) return;
    const timer = setTimeout(() => {
      asked.current.push(words);
      onChange({ ...filter, search: words });
    }, SEARCH_PAUSE_MS);
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
          ref={field}
          type="search"
          aria-label="Search the history"
          placeholder="Search text or voice"
          value={words}
          onChange={(event) => setWords(event.target.value)}
          className="pl-9"
        />
      </div>
      <NativeSelect
        aria-label="Voice"
        className="min-w-40 max-sm:grow sm:max-w-[320px]"
        value={filter.voiceId}
        onChange={({ target }) => onChange({ ...filter, voiceId: target.value })}
      >
        <option value="">All voices</option>
        {filter.voiceId !== "" && !props.voices.some(({ voiceId }) => voiceId === filter.voiceId) && (
          <option value={filter.voiceId}>A voice of before</option>
        )}
        {props.voices.map(({ voiceId, name }) => (
          <option key={voiceId} value={voiceId}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Source"
        className="min-w-40 max-sm:grow sm:max-w-[320px]"
        value={filter.source}
        onChange={({ target }) => onChange({ ...filter, source: target.value })}
      >
        <option value="">All sources</option>
        {SOURCES.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
    </search>
  );
}
