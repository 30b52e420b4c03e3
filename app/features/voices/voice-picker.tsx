import { clsx } from "clsx";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useMemo, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { Dialog } from "~/ui/dialog";
import { Check, Play, Search, Square } from "~/ui/icons";
import { Kbd } from "~/ui/kbd";
import { NativeSelect } from "~/ui/native-select";
import { useVoicePreview } from "./use-voice-preview";
import { accentText, labelText } from "./voice-labels";
import {
  byLanguageName,
  filterVoices,
  languageName,
  NO_FILTER,
  type VoiceFilter,
  type VoiceSummary,
} from "./voice-summary";

/** How long the pointer rests on a voice before it is heard. */
const HOVER_PREVIEW_MS = 450;

export interface VoicePickerProps {
  voices: readonly VoiceSummary[];
  selectedId: string;
  onSelect: (voiceId: string) => void;
  onClose: () => void;
}

/**
 * Chooses a voice: search, filters, previews. The search field keeps the focus and steers the list (combobox pattern):
 * ↑↓ move, → at the end of the text hears, ↵ chooses.
 */
export default function VoicePicker({ voices, selectedId, onSelect, onClose }: VoicePickerProps) {
  const listId = useId();
  const [filter, setFilter] = useState<VoiceFilter>(NO_FILTER);
  const shown = useFiltered(voices, filter);
  const [activeId, setActiveId] = useState(selectedId);
  const search = useRef<HTMLInputElement>(null);
  const preview = useVoicePreview();
  const hoverTimer = useRef<ReturnType<typeof setTimeout>>();
  const hoveredVoiceId = useRef<string>();
  const activeOf = (fitting: VoiceSummary[]) => fitting.find((voice) => voice.voiceId === activeId) ?? fitting[0];
  const active = activeOf(shown);

  useEffect(() => () => clearTimeout(hoverTimer.current), []);
  useEffect(() => {
    if (active) document.getElementById(`${listId}-${active.voiceId}`)?.scrollIntoView({ block: "nearest" });
  }, [active, listId]);

  const hear = (voice: VoiceSummary, quiet = false) => {
    if (preview.playingId === voice.voiceId && !quiet) preview.stop();
    else preview.play(voice, { language: filter.language || undefined, quiet });
  };
  const choose = (voice: VoiceSummary) => {
    preview.stop();
    onSelect(voice.voiceId);
    onClose();
  };
  const steer = (event: KeyboardEvent<HTMLInputElement>) => {
    // What fits the search as it is written now: the list on screen may still be that of the letter before.
    const fitting = filterVoices(voices, filter);
    const active = activeOf(fitting);
    const at = active ? fitting.indexOf(active) : -1;
    const atTextEnd = event.currentTarget.selectionStart === event.currentTarget.value.length;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const next = fitting[Math.min(fitting.length - 1, Math.max(0, at + (event.key === "ArrowDown" ? 1 : -1)))];
      if (next) setActiveId(next.voiceId);
      // As with the pointer, what is left is heard no longer.
      if (next !== active) preview.stop();
    } else if (event.key === "Enter" && active) choose(active);
    else if (event.key === "ArrowRight" && atTextEnd && active) hear(active);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Choose a voice"
      width="wide"
      flush
      initialFocus={search}
    >
      <div className="flex flex-wrap gap-2 border-b border-hairline px-5 pb-4 md:px-6">
        <div className="relative grow basis-full sm:basis-56">
          <Search
            size={16}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-muted"
          />
          <input
            ref={search}
            type="search"
            role="combobox"
            aria-label="Search voices"
            aria-expanded="true"
            aria-controls={listId}
            aria-activedescendant={active ? `${listId}-${active.voiceId}` : undefined}
            autoComplete="off"
            placeholder="Name, character or use"
            value={filter.search}
            onChange={(event) => setFilter({ ...filter, search: event.target.value })}
            onKeyDown={steer}
            className="h-10 w-full rounded-control border border-edge/60 bg-surface pr-3 pl-9 hover:border-edge pointer-coarse:h-[44px] pointer-coarse:text-[16px]"
          />
        </div>
        <FilterSelects voices={voices} filter={filter} onChange={setFilter} />
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label="Voices"
        tabIndex={-1}
        className="min-h-[240px] grow overflow-y-auto px-2 py-2 md:h-[420px] md:px-3"
      >
        {shown.map((voice) => (
          <VoiceOption
            key={voice.voiceId}
            id={`${listId}-${voice.voiceId}`}
            voice={voice}
            active={voice === active}
            selected={voice.voiceId === selectedId}
            playing={preview.playingId === voice.voiceId}
            onHear={() => hear(voice)}
            onChoose={() => choose(voice)}
            onHover={(inside) => {
              if (inside && hoveredVoiceId.current === voice.voiceId) return;
              hoveredVoiceId.current = inside ? voice.voiceId : undefined;
              clearTimeout(hoverTimer.current);
              if (inside) hoverTimer.current = setTimeout(() => hear(voice, true), HOVER_PREVIEW_MS);
              else preview.stop();
            }}
          />
        ))}
        {shown.length === 0 && (
          <div className="flex flex-col items-center gap-3 py-14 text-center">
            <p className="text-muted">No voice fits that.</p>
            <Button
              size="small"
              onClick={({ detail }) => {
                setFilter(NO_FILTER);
                // By key; where one points, a keyboard on the screen would cover the list.
                if (detail === 0) search.current?.focus();
              }}
            >
              Clear search and filters
            </Button>
          </div>
        )}
      </div>
      <p className="hidden items-center gap-4 border-t border-hairline px-6 py-2.5 text-meta text-muted md:flex">
        <span role="status" className="mr-auto tabular">
          {shown.length} {shown.length === 1 ? "voice" : "voices"}
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd>↑↓</Kbd> move
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd>→</Kbd> hear
        </span>
        <span className="flex items-center gap-1.5">
          <Kbd>↵</Kbd> choose
        </span>
      </p>
    </Dialog>
  );
}

function useFiltered(voices: readonly VoiceSummary[], filter: VoiceFilter): VoiceSummary[] {
  const deferred = useDeferredValue(filter);
  return useMemo(() => filterVoices(voices, deferred), [voices, deferred]);
}

function FilterSelects({
  voices,
  filter,
  onChange,
}: {
  voices: readonly VoiceSummary[];
  filter: VoiceFilter;
  onChange: (filter: VoiceFilter) => void;
}) {
  const choices = useMemo(() => {
    const distinct = (values: string[]) => [...new Set(values)].filter(Boolean).sort();
    return {
      language: byLanguageName(distinct(voices.map((voice) => voice.language))),
      gender: distinct(voices.map((voice) => voice.gender)),
      accent: distinct(
        voices.filter((voice) => !filter.language || voice.language === filter.language).map((voice) => voice.accent),
      ),
    };
  }, [voices, filter.language]);
  return (
    <>
      <NativeSelect
        aria-label="Language"
        className="grow basis-[calc(50%-4px)] sm:basis-28"
        value={filter.language}
        onChange={(event) => onChange({ ...filter, language: event.target.value, accent: "" })}
      >
        <option value="">Language</option>
        {choices.language.map((code) => (
          <option key={code} value={code}>
            {languageName(code)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Gender"
        className="grow basis-[calc(50%-4px)] sm:basis-24"
        value={filter.gender}
        onChange={(event) => onChange({ ...filter, gender: event.target.value })}
      >
        <option value="">Gender</option>
        {choices.gender.map((gender) => (
          <option key={gender} value={gender}>
            {labelText(gender)}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect
        aria-label="Accent"
        className="grow basis-full sm:basis-28"
        value={filter.accent}
        onChange={(event) => onChange({ ...filter, accent: event.target.value })}
      >
        <option value="">Accent</option>
        {choices.accent.map((accent) => (
          <option key={accent} value={accent}>
            {accentText(accent)}
          </option>
        ))}
      </NativeSelect>
    </>
  );
}

function VoiceOption({
  id,
  voice,
  active,
  selected,
  playing,
  onHear,
  onChoose,
  onHover,
}: {
  id: string;
  voice: VoiceSummary;
  active: boolean;
  selected: boolean;
  playing: boolean;
  onHear: () => void;
  onChoose: () => void;
  onHover: (inside: boolean) => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the search field steers the list by key
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={selected}
      aria-label={`${voice.name}, ${languageName(voice.language)}, ${labelText(voice.gender)}, ${accentText(voice.accent)}. ${voice.description}`}
      onClick={onChoose}
      // Not as soon as it is below the pointer: the list scrolls under a mouse that rests while keys steer it.
      onPointerMove={({ pointerType, movementX, movementY }) =>
        pointerType === "mouse" && (movementX !== 0 || movementY !== 0) && onHover(true)
      }
      onPointerLeave={(event) => event.pointerType === "mouse" && onHover(false)}
      className={clsx(
        "flex min-h-14 items-center gap-3 rounded-control px-2 py-2 md:px-3",
        active ? "bg-ink/6" : "hover:bg-ink/4",
      )}
    >
      {/* For the pointer only: by key, → in the search field hears the voice. */}
      <span
        aria-hidden="true"
        onClick={(event) => {
          event.stopPropagation();
          onHear();
        }}
        className={clsx(
          "inline-flex size-9 shrink-0 items-center justify-center rounded-full border pointer-coarse:size-[44px]",
          playing ? "border-accent text-accent-text" : "border-hairline bg-surface text-ink hover:border-edge",
        )}
      >
        {playing ? <Square size={13} fill="currentColor" /> : <Play size={15} />}
      </span>
      <span className="min-w-0 grow">
        <span className="block truncate font-medium">{voice.name}</span>
        <span className="block truncate text-meta text-muted">{voice.description}</span>
      </span>
      <span className="hidden shrink-0 text-right text-meta text-muted sm:block">
        {languageName(voice.language)}
        <br />
        {labelText(voice.gender)}, {accentText(voice.accent)}
      </span>
      <Check size={17} aria-hidden="true" className={clsx("shrink-0 text-accent-text", !selected && "invisible")} />
    </div>
  );
}
