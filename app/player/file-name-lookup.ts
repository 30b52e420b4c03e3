/**
 * Learns the file name of what is playing from the history, which has the item only once its audio is whole.
 * Source: spec 001, section 4: after 1 s, up to 10 times, 5 s apart.
 */

import { downloadFileName } from "~/domains/history/file-names";
import { ApiError, apiJson } from "~/lib/api-client";
import { FILE_NAME_ATTEMPTS, FILE_NAME_FIRST_WAIT_MS, FILE_NAME_RETRY_MS } from "./player-item";

interface WireItem {
  history_item_id: string;
  voice_name: string | null;
  voice_category: string | null;
  model_id: string | null;
  date_unix: number;
  content_type: string;
  settings: {
    speed?: number;
    stability?: number;
    similarity_boost?: number;
    style?: number;
    use_speaker_boost?: boolean;
  } | null;
  feedback: WireFeedback | null;
}

export interface WireFeedback {
  thumbs_up: boolean;
  feedback: string;
  emotions: boolean;
  inaccurate_clone: boolean;
  glitches: boolean;
  audio_quality: boolean;
  other?: boolean;
  review_status?: string;
}

export interface KnownItem {
  fileName: string;
  feedback: WireFeedback | null;
}

/** Resolves with the item's name and feedback, or null when it never came or `signal` ended the waiting. */
export async function lookUpItem(
  historyItemId: string,
  signal: AbortSignal,
  load: (path: string) => Promise<unknown> = (path) => apiJson(path, "GET"),
): Promise<KnownItem | null> {
  await wait(FILE_NAME_FIRST_WAIT_MS, signal);
  for (let attempt = 1; attempt <= FILE_NAME_ATTEMPTS && !signal.aborted; attempt++) {
    try {
      return knownItemOf((await load(`/v1/history/${encodeURIComponent(historyItemId)}`)) as WireItem);
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      await wait(FILE_NAME_RETRY_MS, signal);
    }
  }
  return null;
}

function knownItemOf(item: WireItem): KnownItem {
  const extension = item.content_type.includes("mpeg") ? "mp3" : item.content_type.includes("wav") ? "wav" : "mp3";
  return {
    fileName: downloadFileName({
      name: item.voice_name ?? "",
      dateUnix: item.date_unix,
      category: item.voice_category,
      modelId: item.model_id,
      outputFormat: extension,
      voiceSettings: item.settings && {
        speed: item.settings.speed,
        stability: item.settings.stability,
        similarityBoost: item.settings.similarity_boost,
        style: item.settings.style,
        useSpeakerBoost: item.settings.use_speaker_boost,
      },
    }),
    feedback: item.feedback,
  };
}

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    signal.addEventListener("abort", finish);
  });
}
