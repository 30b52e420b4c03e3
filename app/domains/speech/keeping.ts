/** Puts a finished sound into storage and history. */
import { contentTypeOf, extensionOf } from "../../../workers/speech/formats";
import type { OutputFormat, SummaryFrame, TimingFrame, VoiceSettings } from "../../../workers/speech/protocol";
import { newId } from "../../lib/ids";
import type { NewAudioFile, StoredAudio } from "../history/schema";
import { settingsToWire } from "../voices/settings-wire";
import type { SpeechDependencies, SpeechVoice } from "./ports";
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
  sound: FinishedSound,
): Promise<NewAudioFile> {
  const { workspaceId, fingerprint, keys, outputFormat, bytes, summary, timings } = sound;
  const { audioFileId, ...objects } = keys;
  const stored: StoredTimings = { languages: summary.languages, frames: timings };
  const metadata = { httpMetadata: { contentType: "application/json" } };
  await twice(() => storage.put(keys.timingsKey, JSON.stringify(stored), metadata));
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

/**
 * Writes the history item of a request whose sound is stored. A dialogue is listed under its first voice. Where an equal
 * request was faster, the item has that one's sound, and the objects of this one go.
 */
export async function addToHistory(
  { history, storage }: Pick<SpeechDependencies, "history" | "storage">,
  request: KeptRequest,
  sound: {
    audio: StoredAudio | NewAudioFile;
    languages: string[];
    characterCountFrom: number;
    characterCountTo: number;
  },
): Promise<void> {
  const { entries, voices, settings, isDialogue } = request;
  const voice = voices[0]!;
  const { audio } = sound;
  const kept = await history.addItem({
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
    language: sound.languages[0] ?? "",
    seed: request.seed,
    characterCountFrom: sound.characterCountFrom,
    characterCountTo: sound.characterCountTo,
  });
  if (kept.id !== audio.id) await storage.delete([audio.audioKey, audio.timingsKey]);
}
