import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { LOCAL_PREFIX, readLocal, writeLocal } from "~/lib/local-data";
import {
  changeDraft,
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
  const [loadedFor, setLoadedFor] = useState<string>();
  const loaded = loadedFor === userId;
  const knownOnce = useRef(known);
  const readFor = useRef<string>();
  /** What was done to the draft in this tab; another may be writing as well, and what is kept is the text that was written last. */
  const work = useRef<"none" | "unsaved" | "saved">("none");

  useEffect(() => {
    const read = (written: string) => {
      const stored = parseDraft(readLocal(draftKey(userId)), knownOnce.current);
      const text = [stored.text, written].filter((text) => text !== "").join("\n");
      // What was just written stays in sight, also where a dialogue was worked on before.
      setDraft({ ...stored, text, mode: written === "" ? stored.mode : "speech" });
      const { voiceIds } = knownOnce.current;
      const kept = parseDialogue(readLocal(dialogueKey(userId))).map((entry) => ({
        ...entry,
        voiceId: voiceIds.includes(entry.voiceId) ? entry.voiceId : stored.voiceId,
        key: crypto.randomUUID(),
      }));
      setEntries(kept.length > 0 ? kept : [newEntry(stored.voiceId), newEntry(voiceIds[1] ?? stored.voiceId)]);
    };
    // Not what somebody else wrote, should the person change.
    const written = (readFor.current ?? userId) === userId ? (field.current?.value ?? "") : "";
    readFor.current = userId;
    work.current = written === "" ? "none" : "unsaved";
    read(written);
    setLoadedFor(userId);
    const keys = [draftKey(userId), dialogueKey(userId)].map((key) => LOCAL_PREFIX + key);
    const follow = ({ key, newValue }: StorageEvent) => {
      if (newValue !== null && work.current === "none" && keys.includes(key ?? "")) read("");
    };
    window.addEventListener("storage", follow);
    return () => window.removeEventListener("storage", follow);
  }, [userId, field]);

  const latest = useRef({ draft, entries });
  latest.current = { draft, entries };
  const save = useCallback(() => {
    writeLocal(draftKey(userId), latest.current.draft);
    writeLocal(dialogueKey(userId), dialogueToWire(latest.current.entries));
  }, [userId]);
  const saveChanges = useCallback(() => {
    // A draft that is gone tells of signing out, in whichever tab: nothing is kept again.
    if (work.current !== "unsaved" || readLocal(draftKey(userId)) === null) return;
    save();
    work.current = "saved";
  }, [save, userId]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of these is what is saved
  useEffect(() => {
    if (!loaded) return;
    const timer = setTimeout(saveChanges, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [draft, entries, loaded, saveChanges]);
  useEffect(() => {
    if (!loaded) return;
    // Kept from the beginning, so that a draft that is gone later tells of signing out.
    if (readLocal(draftKey(userId)) === null) save();
    // A page or a screen that goes away within the moment still keeps what was written.
    window.addEventListener("pagehide", saveChanges);
    return () => {
      window.removeEventListener("pagehide", saveChanges);
      saveChanges();
    };
  }, [loaded, save, saveChanges, userId]);

  const change = useCallback((part: Partial<SpeechDraft>) => {
    work.current = "unsaved";
    setDraft((current) => changeDraft(current, part));
  }, []);
  const changeEntries = useCallback((next: EditedEntry[]) => {
    work.current = "unsaved";
    setEntries(next);
  }, []);
  return { draft, change, entries, setEntries: changeEntries, loaded };
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
