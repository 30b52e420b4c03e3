import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { readLocal, writeLocal } from "~/lib/local-data";
import {
  type DialogueEntry,
  dialogueKey,
  dialogueToWire,
  draftKey,
  MAX_DIALOGUE_ENTRIES,
  parseDialogue,
  parseDraft,
  type SpeechDraft,
} from "./speech-draft";

/** A line with an identity, so that it keeps its place in the list while it is moved. */
export interface EditedEntry extends DialogueEntry {
  key: string;
}

const SAVE_AFTER_MS = 300;

/**
 * The draft of a person: read after the first render (the server knows none), kept a moment after each change. What was
 * written into `field` while the page's scripts were on their way comes after the text of the draft.
 */
export function useSpeechDraft(
  userId: string,
  known: Parameters<typeof parseDraft>[1],
  field: RefObject<HTMLTextAreaElement>,
) {
  const [draft, setDraft] = useState<SpeechDraft>(() => parseDraft(null, known));
  const [entries, setEntries] = useState<EditedEntry[]>([]);
  const [loaded, setLoaded] = useState(false);
  const knownOnce = useRef(known);
  const readFor = useRef<string>();

  useEffect(() => {
    const stored = parseDraft(readLocal(draftKey(userId)), knownOnce.current);
    // Not what somebody else wrote, should the person change.
    const written = (readFor.current ?? userId) === userId ? (field.current?.value ?? "") : "";
    readFor.current = userId;
    setDraft({ ...stored, text: [stored.text, written].filter((text) => text !== "").join("\n") });
    const { voiceIds } = knownOnce.current;
    const kept = parseDialogue(readLocal(dialogueKey(userId))).map((entry) => ({
      ...entry,
      voiceId: voiceIds.includes(entry.voiceId) ? entry.voiceId : stored.voiceId,
      key: crypto.randomUUID(),
    }));
    setEntries(kept.length > 0 ? kept : [newEntry(stored.voiceId), newEntry(voiceIds[1] ?? stored.voiceId)]);
    setLoaded(true);
  }, [userId, field]);

  const latest = useRef({ draft, entries });
  latest.current = { draft, entries };
  const save = useCallback(() => {
    writeLocal(draftKey(userId), latest.current.draft);
    writeLocal(dialogueKey(userId), dialogueToWire(latest.current.entries));
  }, [userId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these is what is saved
  useEffect(() => {
    if (!loaded) return;
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, entries, loaded, save]);
  useEffect(() => {
    if (!loaded) return;
    // Kept from the beginning, so that a draft that is gone later tells of signing out, after which nothing is kept again.
    if (readLocal(draftKey(userId)) === null) save();
    const saveNow = () => readLocal(draftKey(userId)) !== null && save();
    // A page or a screen that goes away within the moment still keeps what was written.
    window.addEventListener("pagehide", saveNow);
    return () => {
      window.removeEventListener("pagehide", saveNow);
      saveNow();
    };
  }, [loaded, save, userId]);

  const change = useCallback((part: Partial<SpeechDraft>) => setDraft((current) => ({ ...current, ...part })), []);
  return { draft, change, entries, setEntries, loaded };
}

export function newEntry(voiceId: string): EditedEntry {
  return { text: "", voiceId, key: crypto.randomUUID() };
}

/** Adds a line after the last, with the voice of the line before that one, as conversations go. */
export function withNextEntry(entries: readonly EditedEntry[], fallbackVoiceId: string): EditedEntry[] {
  if (entries.length >= MAX_DIALOGUE_ENTRIES) return [...entries];
  const voiceId = entries.at(-2)?.voiceId ?? entries.at(-1)?.voiceId ?? fallbackVoiceId;
  return [...entries, newEntry(voiceId)];
}
