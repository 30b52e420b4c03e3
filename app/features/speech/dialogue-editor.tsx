import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { restrictToParentElement, restrictToVerticalAxis } from "@dnd-kit/modifiers";
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { clsx } from "clsx";
import { useEffect, useRef, useState } from "react";
import type { VoiceSummary } from "~/features/voices/voice-summary";
import { Button } from "~/ui/button";
import { IconButton } from "~/ui/icon-button";
import { GripVertical, Plus, Trash2 } from "~/ui/icons";
import { useRowFocus } from "~/ui/use-row-focus";
import { MAX_DIALOGUE_ENTRIES } from "./speech-draft";
import { SpeechTextarea } from "./speech-textarea";
import type { TextRange } from "./spoken-word";
import { type EditedEntry, newEntry, withNextEntry } from "./use-speech-draft";
import { VoiceButton } from "./voice-button";

/** Takes up a line by its keys alone: Enter with Ctrl or ⌘ is the screen's, and generates. */
class PlainKeyboardSensor extends KeyboardSensor {
  static override activators: typeof KeyboardSensor.activators = KeyboardSensor.activators.map((activator) => ({
    ...activator,
    handler: (event, options, context) =>
      !event.ctrlKey && !event.metaKey && activator.handler(event, options, context),
  }));
}

/** Lines with a voice each; moved by pointer or keyboard, removed by a button. */
export default function DialogueEditor({
  entries,
  onChange,
  voices,
  fallbackVoiceId,
  spokenIn,
  onPickVoice,
}: {
  entries: EditedEntry[];
  onChange: (entries: EditedEntry[]) => void;
  voices: readonly VoiceSummary[];
  fallbackVoiceId: string;
  /** The word being said in a line, if any. */
  spokenIn: (key: string) => TextRange | null;
  onPickVoice: (key: string) => void;
}) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(PlainKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const place = (key: string | number) => entries.findIndex((entry) => entry.key === key) + 1;
  const moved = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    onChange(arrayMove(entries, place(String(active.id)) - 1, place(String(over.id)) - 1));
  };
  // The one line that is left is emptied by removing it: there is nowhere else to go on.
  const lines = useRowFocus<HTMLOListElement>(
    entries.map((entry) => entry.key),
    (list) => list?.querySelector("textarea"),
  );
  /** The line that was asked for, until it is there to be written. */
  const added = useRef<string>();
  useEffect(() => {
    const last = lines.holder.ref.current?.querySelector<HTMLElement>("[data-row]:last-child");
    if (!added.current || last?.dataset.row !== added.current) return;
    added.current = undefined;
    last.querySelector("textarea")?.focus();
  });
  const add = () => {
    const next = withNextEntry(entries, fallbackVoiceId);
    added.current = next.at(-1)?.key;
    onChange(next);
  };
  const [said, setSaid] = useState("");
  /** Takes the place of the library's own live region, which knows of moves alone. */
  const say = (words: string): undefined => setSaid(words) as undefined;
  const changeEntry = (key: string, part: Partial<EditedEntry>) =>
    onChange(entries.map((entry) => (entry.key === key ? { ...entry, ...part } : entry)));
  const remove = (key: string) => {
    setSaid(`Removed line ${place(key)} of ${entries.length}.`);
    const rest = entries.filter((entry) => entry.key !== key);
    onChange(rest.length > 0 ? rest : [newEntry(fallbackVoiceId)]);
  };

  return (
    <div className="flex grow flex-col">
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        modifiers={[restrictToVerticalAxis, restrictToParentElement]}
        onDragEnd={moved}
        accessibility={{
          screenReaderInstructions: {
            draggable:
              "Press space to pick up the line, the arrow keys to move it, space to drop it, escape to cancel.",
          },
          announcements: {
            onDragStart: ({ active }) => say(`Picked up line ${place(active.id)} of ${entries.length}.`),
            onDragOver: ({ over }) => (over ? say(`Over place ${place(over.id)} of ${entries.length}.`) : undefined),
            onDragEnd: ({ over }) =>
              say(over ? `Dropped at place ${place(over.id)} of ${entries.length}.` : "Dropped."),
            onDragCancel: () => say("Moving was cancelled."),
          },
        }}
      >
        <SortableContext items={entries.map((entry) => entry.key)} strategy={verticalListSortingStrategy}>
          <ol {...lines.holder} aria-label="Dialogue" className="divide-y divide-hairline">
            {entries.map((entry, i) => (
              <DialogueLine
                key={entry.key}
                entry={entry}
                number={i + 1}
                voice={voices.find((voice) => voice.voiceId === entry.voiceId)}
                spoken={spokenIn(entry.key)}
                onText={(text) => changeEntry(entry.key, { text })}
                onPickVoice={() => onPickVoice(entry.key)}
                onRemove={() => remove(entry.key)}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
      <p role="status" aria-live="assertive" className="sr-only">
        {said}
      </p>
      <div className="flex items-center gap-3 border-t border-hairline px-3 py-2 md:px-5">
        <Button variant="quiet" size="small" disabled={entries.length >= MAX_DIALOGUE_ENTRIES} onClick={add}>
          <Plus size={15} aria-hidden="true" />
          Add a line
        </Button>
        <span className="tabular ml-auto text-meta text-muted">
          {entries.length} / {MAX_DIALOGUE_ENTRIES} lines
        </span>
      </div>
    </div>
  );
}

function DialogueLine({
  entry,
  number,
  voice,
  spoken,
  onText,
  onPickVoice,
  onRemove,
}: {
  entry: EditedEntry;
  number: number;
  voice: VoiceSummary | undefined;
  spoken: TextRange | null;
  onText: (text: string) => void;
  onPickVoice: () => void;
  onRemove: () => void;
}) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: entry.key,
  });
  return (
    <li
      ref={setNodeRef}
      data-row={entry.key}
      style={{ transform: transform ? `translate3d(${transform.x}px, ${transform.y}px, 0)` : undefined, transition }}
      className={clsx(
        "group relative flex items-start gap-1 bg-paper md:bg-surface px-2 py-2 md:px-4",
        isDragging && "z-10 shadow-float",
      )}
    >
      <button
        ref={setActivatorNodeRef}
        type="button"
        {...attributes}
        {...listeners}
        aria-label={`Move line ${number}`}
        className="mt-1 inline-flex h-9 w-7 shrink-0 cursor-grab touch-none items-center justify-center rounded-control text-muted hover:bg-ink/6 pointer-coarse:h-[44px] pointer-coarse:w-9"
      >
        <GripVertical size={16} aria-hidden="true" />
      </button>
      <div className="min-w-0 grow md:grid md:grid-cols-[140px_1fr] md:gap-2">
        <div className="flex items-start pt-1">
          {voice && <VoiceButton voice={voice} compact onClick={onPickVoice} />}
        </div>
        <SpeechTextarea
          value={entry.text}
          spoken={spoken}
          aria-label={`Line ${number}`}
          placeholder="What is said"
          onChange={(event) => onText(event.target.value)}
          className="rounded-control focus-frame [--frame-ring-offset:0px]"
          layerClassName="px-2 py-1.5 min-h-[42px]"
        />
      </div>
      <IconButton
        label={`Remove line ${number}`}
        size="small"
        className="mt-1 opacity-0 group-hover:opacity-100 group-focus-within:opacity-100 pointer-coarse:opacity-100"
        icon={<Trash2 size={15} aria-hidden="true" />}
        onClick={onRemove}
      />
    </li>
  );
}
