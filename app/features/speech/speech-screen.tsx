import { clsx } from "clsx";
import { useEffect, useMemo, useRef, useState } from "react";
import type { StoredVoiceSettings } from "~/domains/voices/schema";
import type { ShareItem } from "~/features/sharing/share-item";
import { PartBoundary } from "~/features/shell/part-boundary";
import { useScreenCommands } from "~/features/shell/screen-commands";
import { useShell } from "~/features/shell/shell-context";
import { creditsLeft } from "~/features/shell/shell-data";
import { loadVoicePicker } from "~/features/voices/load-voice-picker";
import type { VoiceSummary } from "~/features/voices/voice-summary";
import { formatDay } from "~/lib/format-day";
import { joinVoiceNames } from "~/lib/voice-names";
import { retryingLazy } from "~/ui/retrying-lazy";
import { Loading, Skeleton } from "~/ui/skeleton";
import { TabPanel, Tabs } from "~/ui/tabs";
import { EditorBar } from "./editor-bar";
import { dialogueRequest, speechRequest } from "./generation-request";
import { checkText } from "./limits";
import type { ModelSummary } from "./model-summary";
import { dialogueControls, speechControls } from "./settings-controls";
import { SettingsPanel } from "./settings-panel";
import { DIALOGUE_CHARACTER_LIMIT, dialogueToWire, type SpeechDraft } from "./speech-draft";
import { loadStreaming } from "./speech-generation";
import { SpeechTextarea } from "./speech-textarea";
import { wordInLine } from "./spoken-word";
import { useGeneration } from "./use-generation";
import { useScreenKeys } from "./use-screen-keys";
import { areSpeakable, useSpeakable } from "./use-speakable";
import { useSpeechDraft } from "./use-speech-draft";
import { useSpokenWord } from "./use-spoken-word";

const SettingsDialog = retryingLazy(() => import("./settings-dialog"));
const VoicePicker = retryingLazy(loadVoicePicker);
const DialogueEditor = retryingLazy(() => import("./dialogue-editor"), <DialogueSkeleton />);

const PLACEHOLDER = "Write or paste what should be spoken.";
/** Seeds are 32-bit; see the contract. */
const SEED_LIMIT = 4_294_967_295;

/** Write, choose a voice, generate, listen. */
export function SpeechScreen({
  voices,
  storedSettings,
  models,
  defaultModelId,
  defaultDialogueModelId,
}: {
  voices: readonly VoiceSummary[];
  storedSettings: StoredVoiceSettings;
  models: readonly ModelSummary[];
  defaultModelId: string;
  defaultDialogueModelId: string;
}) {
  const { userId, credits } = useShell();
  const left = creditsLeft(credits);
  const known = useMemo(
    () => ({
      voiceIds: voices.map((voice) => voice.voiceId),
      modelIds: models.map((model) => model.modelId),
      defaultModelId,
      defaultDialogueModelId,
    }),
    [voices, models, defaultModelId, defaultDialogueModelId],
  );
  const textarea = useRef<HTMLTextAreaElement>(null);
  const { draft, change, entries, setEntries, loaded } = useSpeechDraft(userId, known, textarea);
  const { state, made, generate, stop } = useGeneration();
  /** Whose voice is being chosen: the text's, or a line's by key. */
  const [pickingFor, setPickingFor] = useState<{ key: string | null }>();
  const [settingsOpen, setSettingsOpen] = useState(false);

  const dialogue = draft.mode === "dialogue";
  const modelId = dialogue ? draft.dialogueModelId : draft.modelId;
  const model = models.find((choice) => choice.modelId === modelId) ?? models[0];
  const voice = voices.find((choice) => choice.voiceId === draft.voiceId) ?? voices[0];
  const filled = useMemo(() => entries.filter((entry) => entry.text.trim() !== ""), [entries]);
  const texts = useMemo(
    () => (dialogue ? filled.map((entry) => entry.text) : [draft.text]),
    [dialogue, filled, draft.text],
  );
  const text = texts.join("");
  const markup = model?.actsOnTags ? "tags" : "plain";
  const speakable = useSpeakable(texts, markup);
  const spoken = useSpokenWord(text);
  const check = checkText(
    text,
    {
      maxCharacters: dialogue
        ? Math.min(DIALOGUE_CHARACTER_LIMIT, model?.maxCharacters ?? 0)
        : (model?.maxCharacters ?? 0),
      costFactor: model?.costFactor ?? 1,
      limitOf: dialogue ? "a dialogue" : "this model",
      othersTakeMore: !dialogue && models.some((other) => other.maxCharacters > (model?.maxCharacters ?? 0)),
    },
    left,
    formatDay(credits.nextResetMs),
    speakable,
  );
  const controls = dialogue
    ? dialogueControls(storedSettings, draft, entries, change)
    : speechControls(storedSettings, draft, change);
  const shareItem = useMemo<ShareItem | null>(
    () =>
      made?.historyItemId && made.text === text
        ? { historyItemId: made.historyItemId, kind: "speech", texts: [text] }
        : null,
    [made, text],
  );
  const running = state !== "idle";
  const written = text !== "";
  useEffect(() => {
    if (written) loadStreaming().catch(() => undefined);
  }, [written]);

  async function run(seed?: number) {
    if (check.problem || running || !voice) {
      if (check.problem?.kind === "empty" || check.problem?.kind === "unspeakable") textarea.current?.focus();
      return;
    }
    const request = dialogue ? dialogueRequest(entries, draft, seed) : speechRequest(draft, controls.settings, seed);
    const names = dialogue
      ? dialogueToWire(entries).map((entry) => voices.find((v) => v.voiceId === entry.voice_id)?.name ?? "")
      : [voice.name];
    const sayable = areSpeakable(texts, markup);
    await generate?.(request, { voiceId: voice.voiceId, voiceName: joinVoiceNames(names) }, sayable);
    if (!(await sayable)) textarea.current?.focus();
  }
  const regenerate = () => run(Math.floor(Math.random() * SEED_LIMIT));

  useScreenCommands([
    { id: "generate", label: "Generate", keys: "mod+Enter", run: () => void run() },
    { id: "stop", label: "Stop generating", keys: "Esc", run: stop },
    { id: "voice", label: "Choose a voice", run: () => setPickingFor({ key: null }) },
    {
      id: "mode",
      label: dialogue ? "Write a single text" : "Write a dialogue",
      run: () => change({ mode: dialogue ? "speech" : "dialogue" }),
    },
  ]);
  const screenKeys = useScreenKeys((press) => {
    if (press.key === "Enter" && (press.metaKey || press.ctrlKey)) {
      press.preventDefault();
      void run();
    } else if (press.key === "Escape" && running) stop();
  });

  if (!model || !voice) return null;
  const panel = (
    <SettingsPanel
      voice={dialogue ? undefined : voice}
      onOpenVoices={() => setPickingFor({ key: null })}
      models={models}
      model={model}
      onModel={(chosen) => change(dialogue ? { dialogueModelId: chosen } : { modelId: chosen })}
      language={draft.language}
      onLanguage={(language) => change({ language })}
      controls={controls}
      dialogue={dialogue}
    />
  );
  const pickVoice = (voiceId: string) => {
    if (pickingFor?.key) {
      setEntries(entries.map((entry) => (entry.key === pickingFor.key ? { ...entry, voiceId } : entry)));
    } else change({ voiceId });
  };

  return (
    <div
      {...screenKeys}
      className="mx-auto grid w-full max-w-[1184px] grow grid-rows-[1fr] gap-x-8 md:px-8 md:py-8 lg:grid-cols-[minmax(0,1fr)_320px]"
    >
      <section
        className={clsx(
          "flex min-h-[420px] min-w-0 flex-col md:overflow-clip md:rounded-sheet md:border md:border-hairline md:bg-surface",
          !dialogue && "md:focus-frame",
        )}
      >
        <h1 className="sr-only">Text to speech</h1>
        <Tabs
          label="What to write"
          className="flex grow flex-col"
          listClassName="mx-4 mt-1 shrink-0 md:mx-6"
          value={draft.mode}
          onValueChange={(mode) => change({ mode: mode as SpeechDraft["mode"] })}
          tabs={[
            { value: "speech", label: "Text" },
            { value: "dialogue", label: "Dialogue" },
          ]}
        >
          <TabPanel value="speech" className="grow data-[state=active]:flex">
            <SpeechTextarea
              ref={textarea}
              value={draft.text}
              spoken={spoken}
              aria-label="Text to speak"
              placeholder={loaded ? PLACEHOLDER : ""}
              onChange={(event) => change({ text: event.target.value })}
              className="min-w-0 grow max-md:rounded-card max-md:focus-frame max-md:[--frame-ring-offset:-6px]"
              layerClassName="px-4 py-5 md:px-8 md:py-7"
            />
          </TabPanel>
          <TabPanel value="dialogue" className="grow">
            {dialogue && (
              <PartBoundary onUnavailable={() => change({ mode: "speech" })}>
                <DialogueEditor
                  entries={entries}
                  onChange={setEntries}
                  voices={voices}
                  fallbackVoiceId={draft.voiceId}
                  spokenIn={(key) => spoken && wordInLine(filled, key, spoken)}
                  onPickVoice={(key) => setPickingFor({ key })}
                />
              </PartBoundary>
            )}
          </TabPanel>
        </Tabs>
        <EditorBar
          check={check}
          creditsLeft={left}
          state={state}
          shareItem={shareItem}
          canRepeat={made?.text === text}
          voice={dialogue ? undefined : voice}
          onOpenVoices={() => setPickingFor({ key: null })}
          onGenerate={() => void run()}
          onRegenerate={() => void regenerate()}
          onStop={stop}
          onOpenSettings={() => setSettingsOpen(true)}
        />
      </section>
      <aside
        aria-label="Voice and settings"
        // Stays in sight beside a long text; the padding is for the rings of what is at its edge.
        className="sticky top-8 -m-1.5 hidden max-h-[calc(100dvh-var(--floor)-64px)] self-start overflow-y-auto p-1.5 lg:block"
      >
        {panel}
      </aside>
      {settingsOpen && (
        <PartBoundary onUnavailable={() => setSettingsOpen(false)}>
          <SettingsDialog onClose={() => setSettingsOpen(false)}>{panel}</SettingsDialog>
        </PartBoundary>
      )}
      {pickingFor && (
        <PartBoundary onUnavailable={() => setPickingFor(undefined)}>
          <VoicePicker
            voices={voices}
            selectedId={entries.find((entry) => entry.key === pickingFor.key)?.voiceId ?? voice.voiceId}
            onSelect={pickVoice}
            onClose={() => setPickingFor(undefined)}
          />
        </PartBoundary>
      )}
    </div>
  );
}

function DialogueSkeleton() {
  return (
    <Loading label="Loading the dialogue">
      <div className="flex flex-col gap-4 p-6">
        <Skeleton className="h-10 w-full" />
        <Skeleton className="h-10 w-4/5" />
      </div>
    </Loading>
  );
}
