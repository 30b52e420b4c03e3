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
  /** What was asked for last; the address follows when the page's data has come. */
  const wanted = useRef(filter);
  /** What was asked for and is not in the address yet, the latest last. */
  const asked = useRef<string[]>([]);
  const address = JSON.stringify(filter);
  const shown = useRef(address);
  function ask(part: Partial<HistoryFilter>): void {
    wanted.current = { ...wanted.current, ...part };
    asked.current.push(JSON.stringify(wanted.current));
    onChange(wanted.current);
  }
  // What was written while the page's scripts were on their way.
  useEffect(() => setWords((current) => field.current?.value ?? current), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the filter
  useEffect(() => {
    if (address === shown.current) return;
    shown.current = address;
    const own = asked.current.lastIndexOf(address);
    asked.current = own < 0 ? [] : asked.current.slice(own + 1);
    // The answer to an earlier search leaves what was written since.
    if (own >= 0) return;
    wanted.current = filter;
    setWords(filter.search);
  }, [address]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: asks once the typing pauses
  useEffect(() => {
    if (words === wanted.current.search) return;
    const timer = setTimeout(() => ask({ search: words }), SEARCH_PAUSE_MS);
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
        onChange={({ target }) => ask({ voiceId: target.value })}
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
        onChange={({ target }) => ask({ source: target.value })}
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
