import { useEffect, useState } from "react";
import { apiJson } from "~/lib/api-client";
import { type KnownItem, lookUpItem } from "./file-name-lookup";
import { usePlayer, usePlayerSnapshot } from "./player-provider";

interface WireTimings {
  duration_seconds: number;
  peaks: number[];
}

/** What the history knows about the item in the player: its file name and feedback; peaks and duration go to the player. */
export function useItemDetails(): KnownItem | null {
  const player = usePlayer();
  const { item, streaming } = usePlayerSnapshot();
  const [known, setKnown] = useState<KnownItem | null>(null);
  // The history has it once all of it is made; asked before, or for what was stopped, it would only miss it.
  const historyItemId = item && item.type !== "voicePreview" && !streaming && !item.unfinished ? item.id : null;

  useEffect(() => {
    setKnown(null);
    if (!historyItemId || !player) return;
    const waiting = new AbortController();
    void (async () => {
      const found = await lookUpItem(historyItemId, waiting.signal);
      if (!found || waiting.signal.aborted) return;
      setKnown(found);
      player.describe(historyItemId, { fileName: found.fileName });
      const timings = await apiJson<WireTimings>(
        `/v1/history/${encodeURIComponent(historyItemId)}/timings`,
        "GET",
      ).catch(() => null);
      if (timings && !waiting.signal.aborted)
        player.describe(historyItemId, { peaks: timings.peaks, durationSeconds: timings.duration_seconds });
    })();
    return () => waiting.abort();
  }, [historyItemId, player]);

  return known;
}
