/** Puts a finished sound into storage and history. */
import { contentTypeOf, extensionOf } from "../../../workers/speech/formats";
import type { OutputFormat, SummaryFrame, TimingFrame, VoiceSettings } from "../../../workers/speech/protocol";
import { newId } from "../../lib/ids";
import type { StoredAudio } from "../history/schema";
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

type KeepingDependencies = Pick<SpeechDependencies, "storage" | "history">;

/** A recorder for a new sound. */
export function startRecording(
  { storage, reportError }: Pick<SpeechDependencies, "storage" | "reportError">,
  key: string,
  outputFormat: OutputFormat,
): SoundRecorder {
  const report = (error: unknown) => reportError("sound_not_stored", error, { key });
  return recordSound({ storage, key, contentType: contentTypeOf(outputFormat), reportError: report });
}

/**
 * Adds a recorded sound to the workspace's files; its timings are stored first. When an equal request was faster, its
 * file is answered and this one's objects go.
 */
export async function keepSound({ storage, history }: KeepingDependencies, sound: FinishedSound): Promise<StoredAudio> {
  const { workspaceId, fingerprint, keys, outputFormat, bytes, summary, timings } = sound;
  const { audioFileId, ...objects } = keys;
  const stored: StoredTimings = { languages: summary.languages, frames: timings };
  const metadata = { httpMetadata: { contentType: "application/json" } };
  await twice(() => storage.put(keys.timingsKey, JSON.stringify(stored), metadata));
  const kept = await history.addAudioFile({
    id: audioFileId,
    workspaceId,
    fingerprint,
    ...objects,
    outputFormat,
    contentType: contentTypeOf(outputFormat),
    bytes,
    durationMs: Math.round(summary.durationSeconds * 1000),
    peaks: summary.peaks,
  });
  if (kept.id !== audioFileId) await storage.delete([keys.audioKey, keys.timingsKey]);
  return kept;
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

/** Writes the history item of a request whose sound is kept. A dialogue is listed under its first voice. */
export async function addToHistory(
  { history }: Pick<SpeechDependencies, "history">,
  request: KeptRequest,
  sound: { audio: StoredAudio; languages: string[]; characterCountFrom: number; characterCountTo: number },
): Promise<void> {
  const { entries, voices, settings, isDialogue } = request;
  const voice = voices[0]!;
  await history.addItem({
    id: request.historyItemId,
    workspaceId: request.workspaceId,
    userId: request.userId,
    requestId: request.requestId,
    audio: sound.audio,
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
}
