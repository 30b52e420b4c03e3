import { useState } from "react";
import { toast } from "sonner";
import { ApiError, apiFetch, apiJson, toastMessageOf } from "~/lib/api-client";
import { usePlayer } from "~/player/player-provider";
import { downloadItems } from "~/player/save-audio";
import { type HistoryRow, textOfRow } from "./history-item";
import type { HistoryPages } from "./use-history-pages";

/** The server purges a deleted item after this time. */
const UNDO_MS = 15_000;

const itemPath = (id: string) => `/v1/history/${encodeURIComponent(id)}`;

/** One that is gone already, by another tab or an answer that was lost, is deleted as well. */
const deleteItem = (id: string) =>
  apiJson(itemPath(id), "DELETE").catch((error: unknown) => {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  });

/** What can be done with rows: play, download, delete with undo. */
export function useHistoryActions(pages: HistoryPages) {
  const player = usePlayer();
  const [downloading, setDownloading] = useState(false);

  async function play(row: HistoryRow): Promise<void> {
    if (player) await playRow(player, row);
  }

  async function download(ids: string[], format: string | null): Promise<void> {
    setDownloading(true);
    try {
      await downloadItems(ids, format);
    } catch (error) {
      toast.error(error instanceof Error && error.name === "Error" ? error.message : toastMessageOf(error));
    } finally {
      setDownloading(false);
    }
  }

  async function remove(ids: string[]): Promise<void> {
    const putBack = pages.remove(ids);
    const results = await Promise.allSettled(ids.map(deleteItem));
    const failed = ids.filter((_, i) => results[i]?.status === "rejected");
    const deleted = ids.filter((id) => !failed.includes(id));
    if (failed.length > 0) {
      putBack(failed);
      const reason = results.find((result) => result.status === "rejected");
      toast.error(toastMessageOf(reason?.status === "rejected" ? reason.reason : undefined));
    }
    if (deleted.length === 0) return;
    player?.drop(deleted);
    toast(deleted.length === 1 ? "Deleted" : `Deleted ${deleted.length} items`, {
      duration: UNDO_MS,
      action: { label: "Undo", onClick: () => void restore(deleted, putBack) },
    });
  }

  async function restore(ids: string[], putBack: (ids: string[]) => void): Promise<void> {
    const results = await Promise.allSettled(ids.map((id) => apiJson(`${itemPath(id)}/restore`, "POST", {})));
    const restored = ids.filter((_, i) => results[i]?.status === "fulfilled");
    if (restored.length > 0) putBack(restored);
    const failure = results.find((result) => result.status === "rejected");
    if (failure?.status === "rejected") toast.error(toastMessageOf(failure.reason));
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
      apiFetch(`${itemPath(row.id)}/audio`).then((response) => response.blob()),
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
