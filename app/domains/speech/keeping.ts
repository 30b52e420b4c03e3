/** Puts a finished sound into storage and history. */
import { contentTypeOf, extensionOf } from "../../../workers/speech/formats";
import type { OutputFormat, SummaryFrame, TimingFrame, VoiceSettings } from "../../../workers/speech/protocol";
import { newId } from "../../lib/ids";
import type { NewAudioFile, StoredAudio, UncountedItem } from "../history/schema";
import { settingsToWire } from "../voices/settings-wire";
import type { SpeechDependencies, SpeechVoice } from "./ports";
import type { StoredSound } from "./schema";
import { recordSound, type SoundRecorder, twice } from "./sound-recorder";
import type { StoredTimings } from "./stored-frames";

export interface SoundKeys {
  audioFileId: string;
  audioKey: string;
  timingsKey: string;
}

/** Where a workspace's sound and its timings lie. */
export function soundKeys(workspaceId: string, outputFormat: OutputFormat): SoundKeys {
  const audioFileId = newId("audio");
  const folder = `workspaces/${workspaceId}/audio/${audioFileId}`;
  return { audioFileId, audioKey: `${folder}.${extensionOf(outputFormat)}`, timingsKey: `${folder}.timings.json` };
}

export interface FinishedSound {
  workspaceId: string;
  fingerprint: string;
  keys: SoundKeys;
  outputFormat: OutputFormat;
  bytes: number;
  summary: SummaryFrame;
  timings: TimingFrame[];
}

/** A recorder for a new sound. */
export function startRecording(
  { storage, reportError }: Pick<SpeechDependencies, "storage" | "reportError">,
  key: string,
  outputFormat: OutputFormat,
): SoundRecorder {
  const report = (error: unknown) => reportError("sound_not_stored", error, { key });
  return recordSound({ storage, key, contentType: contentTypeOf(outputFormat), reportError: report });
}

/** Stores the timings of a recorded sound, and answers the file that history keeps of it. */
export async function storeTimings(
  { storage }: Pick<SpeechDependencies, "storage">,
  { keys, summary, timings, ...sound }: FinishedSound,
): Promise<NewAudioFile> {
  await putTimings(storage, keys.timingsKey, { languages: summary.languages, frames: timings });
  return fileOf({ keys, summary, ...sound });
}

/**
 * The same while the sound is still being stored, with where it is in the end. No file where either could not be stored;
 * nobody then knows of the other's object, which is for the caller to delete.
 */
export async function storeBoth(
  { storage, reportError }: Pick<SpeechDependencies, "storage" | "reportError">,
  storing: Promise<StoredSound | null>,
  { timings, ...sound }: Omit<FinishedSound, "bytes">,
): Promise<{ sound: StoredSound | null; file: NewAudioFile | null }> {
  const { keys, summary } = sound;
  const stored = { languages: summary.languages, frames: timings };
  const [kept, hasTimings] = await Promise.all([
    storing,
    putTimings(storage, keys.timingsKey, stored).then(
      () => true,
      (error: unknown) => {
        reportError("history_item_not_written", error, { key: keys.timingsKey });
        return false;
      },
    ),
  ]);
  return { sound: kept, file: kept && hasTimings ? fileOf({ ...sound, bytes: kept.bytes }) : null };
}

async function putTimings(storage: SpeechDependencies["storage"], key: string, stored: StoredTimings): Promise<void> {
  await twice(() => storage.put(key, JSON.stringify(stored), { httpMetadata: { contentType: "application/json" } }));
}

function fileOf(sound: Omit<FinishedSound, "timings">): NewAudioFile {
  const { workspaceId, fingerprint, keys, outputFormat, bytes, summary } = sound;
  const { audioFileId, ...objects } = keys;
  return {
    id: audioFileId,
    workspaceId,
    fingerprint,
    ...objects,
    outputFormat,
    contentType: contentTypeOf(outputFormat),
    bytes,
    durationMs: Math.round(summary.durationSeconds * 1000),
    peaks: summary.peaks,
  };
}

/** Deletes the objects of a sound that no item has. A failure leaves them, and is told to the operator alone. */
export async function discardObjects(
  { storage, reportError }: Pick<SpeechDependencies, "storage" | "reportError">,
  { audioKey, timingsKey }: Pick<SoundKeys, "audioKey" | "timingsKey">,
): Promise<void> {
  try {
    await storage.delete([audioKey, timingsKey]);
  } catch (error) {
    reportError("sound_not_deleted", error, { key: audioKey });
  }
}

export interface KeptRequest {
  historyItemId: string;
  requestId: string;
  workspaceId: string;
  userId: string;
  modelId: string;
  entries: readonly { text: string }[];
  voices: readonly SpeechVoice[];
  settings: readonly VoiceSettings[];
  isDialogue: boolean;
  seed: number | null;
}

/** The item of a request whose sound is stored, but for its counts. A dialogue is listed under its first voice. */
export function itemOf(
  request: KeptRequest,
  { audio, languages }: { audio: StoredAudio | NewAudioFile; languages: string[] },
): UncountedItem {
  const { entries, voices, settings, isDialogue } = request;
  const voice = voices[0]!;
  return {
    id: request.historyItemId,
    workspaceId: request.workspaceId,
    userId: request.userId,
    requestId: request.requestId,
    audio,
    voiceId: voice.voiceId,
    voiceName: voice.name,
    voiceCategory: voice.category,
    modelId: request.modelId,
    text: entries.map((entry) => entry.text).join(isDialogue ? "\n" : ""),
    dialogue: isDialogue
      ? entries.map(({ text }, i) => ({ text, voiceId: voices[i]!.voiceId, voiceName: voices[i]!.name }))
      : null,
    settings: settingsToWire(settings[0]!),
    source: "TTS",
    language: languages[0] ?? "",
    seed: request.seed,
  };
}
