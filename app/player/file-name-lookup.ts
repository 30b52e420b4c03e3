/**
 * Learns the file name of what is playing from the history, which has the item only once its audio is whole.
 * Source: spec 001, section 4: after 1 s, up to 10 times, 5 s apart.
 */

import { ApiError, apiJson } from "~/lib/api-client";
import { FILE_NAME_ATTEMPTS, FILE_NAME_FIRST_WAIT_MS, FILE_NAME_RETRY_MS } from "./player-item";

/** What the player reads of an item. */
interface WireItem {
  /** As its download is called: one rule for names, the server's. */
  file_name: string;
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
      const item = (await load(`/v1/history/${encodeURIComponent(historyItemId)}`)) as WireItem;
      return { fileName: item.file_name, feedback: item.feedback };
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      await wait(FILE_NAME_RETRY_MS, signal);
    }
  }
  return null;
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
