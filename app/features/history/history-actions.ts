import { useState } from "react";
import { toast } from "sonner";
import { historyMessages } from "~/domains/history/messages";
import { HISTORY_ITEMS_AT_ONCE } from "~/domains/history/schema";
import { ApiError, apiFetch, apiJson, isFinalRefusal, toastMessageOf } from "~/lib/api-client";
import { playableSound } from "~/player/playable-sound";
import { usePlayer } from "~/player/player-provider";
import { downloadItems } from "~/player/save-audio";
import { type HistoryRow, textOfRow } from "./history-item";
import type { HistoryPages } from "./use-history-pages";

/** The server purges a deleted item after this time. */
const UNDO_MS = 15_000;

const itemPath = (id: string) => `/v1/history/${encodeURIComponent(id)}`;

/** What became of some items: those it was done to, and why it was not done to the others. */
interface Outcome {
  done: string[];
  failure: unknown;
}

/** One that is gone already, by another tab or an answer that was lost, is deleted as well. */
const deleteItems = (ids: string[]): Promise<Outcome> =>
  atOnce(
    ids,
    (id) =>
      apiJson(itemPath(id), "DELETE").catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error;
      }),
    async (some) => {
      await apiJson("/v1/history/delete", "POST", { history_item_ids: some });
      return some;
    },
  );

const restoreItems = (ids: string[]): Promise<Outcome> =>
  atOnce(
    ids,
    (id) => apiJson(`${itemPath(id)}/restore`, "POST", {}),
    async (some) => {
      const path = "/v1/history/restore";
      const answer = await apiJson<{ restored_history_item_ids: string[] }>(path, "POST", { history_item_ids: some });
      return answer.restored_history_item_ids;
    },
  );

/**
 * Does something to one item, or to many by as few calls as there can be: their time for undo begins together, and limits of
 * calls do not stand in the way.
 */
async function atOnce(
  ids: string[],
  one: (id: string) => Promise<unknown>,
  many: (ids: string[]) => Promise<string[]>,
): Promise<Outcome> {
  const done: string[] = [];
  try {
    if (ids.length === 1) {
      await one(ids[0]!);
      return { done: ids, failure: null };
    }
    for (let from = 0; from < ids.length; from += HISTORY_ITEMS_AT_ONCE)
      done.push(...(await many(ids.slice(from, from + HISTORY_ITEMS_AT_ONCE))));
    return { done, failure: null };
  } catch (failure) {
    return { done, failure };
  }
}

/** What can be done with rows: play, download, delete with undo. */
export function useHistoryActions(pages: HistoryPages) {
  const player = usePlayer();
  const [downloading, setDownloading] = useState(false);

  async function play(row: HistoryRow): Promise<void> {
    if (player) await playRow(player, row);
  }

  async function download(ids: string[], format: string | null): Promise<void> {
    if (ids.length > HISTORY_ITEMS_AT_ONCE) {
      toast.error(historyMessages.tooManyItems(HISTORY_ITEMS_AT_ONCE));
      return;
    }
    setDownloading(true);
    try {
      await downloadItems(ids, format);
    } catch (error) {
      toast.error(error instanceof Error && error.name === "Error" ? error.message : toastMessageOf(error));
    } finally {
      setDownloading(false);
    }
  }

  /** Answers those that could not be deleted. */
  async function remove(ids: string[]): Promise<string[]> {
    const putBack = pages.remove(ids);
    const { done: deleted, failure } = await deleteItems(ids);
    const left = failure === null ? [] : ids.filter((id) => !deleted.includes(id));
    if (failure !== null) {
      putBack(left);
      toast.error(toastMessageOf(failure));
    }
    if (deleted.length === 0) return left;
    player?.drop(deleted);
    toast(deleted.length === 1 ? "Deleted" : `Deleted ${deleted.length} items`, {
      duration: UNDO_MS,
      action: { label: "Undo", onClick: () => void restore(deleted, putBack) },
    });
    return left;
  }

  async function restore(ids: string[], putBack: (ids: string[]) => void): Promise<void> {
    const { done: restored, failure } = await restoreItems(ids);
    if (restored.length > 0) putBack(restored);
    if (failure !== null) {
      const left = ids.filter((id) => !restored.includes(id));
      const action = { label: "Undo", onClick: () => void restore(left, putBack) };
      // Offered again as long as it may go better.
      const mayHelp = !isFinalRefusal(failure) && !(failure instanceof ApiError && failure.status === 404);
      toast.error(toastMessageOf(failure), mayHelp ? { duration: UNDO_MS, action } : undefined);
    } else if (restored.length < ids.length) toast.error(historyMessages.notAllRestored(ids.length - restored.length));
  }

  return { play, download, remove, downloading };
}

/**
 * Plays an item, or pauses it when it is the player's. Its sound is loaded with its character times, so that it plays,
 * downloads and lights up without a further request.
 */
export async function playRow(player: NonNullable<ReturnType<typeof usePlayer>>, row: HistoryRow): Promise<void> {
  if (player.awaits(row.id)) return;
  if (player.getSnapshot().item?.id === row.id) {
    player.claim();
    return player.toggle();
  }
  const ticket = player.claim(row.id);
  const item = {
    id: row.id,
    type: "speechHistoryItem" as const,
    title: textOfRow(row),
    voiceId: row.voiceId,
    voiceName: row.voiceName,
    durationSeconds: row.durationSeconds,
    text: row.text,
  };
  try {
    const [sound, timings] = await Promise.all([
      apiFetch(`${itemPath(row.id)}/audio`).then(async (response) =>
        playableSound(await response.blob(), row.outputFormat),
      ),
      apiJson<WireTimings>(`${itemPath(row.id)}/timings`, "GET").catch(() => null),
    ]);
    player.playBlob({ ...item, ...(timings ? { peaks: timings.peaks } : {}) }, sound, {
      times: timings
        ? {
            characters: timings.alignment.characters,
            startSeconds: timings.alignment.character_start_times_seconds,
            endSeconds: timings.alignment.character_end_times_seconds,
          }
        : undefined,
      ticket,
    });
  } catch (error) {
    toast.error(toastMessageOf(error));
  } finally {
    player.disclaim(ticket);
  }
}

interface WireTimings {
  peaks: number[];
  alignment: {
    characters: string[];
    character_start_times_seconds: number[];
    character_end_times_seconds: number[];
  };
}
