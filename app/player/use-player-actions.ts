import { useMemo, useState } from "react";
import { toast } from "sonner";
import type { ShareItem } from "~/features/sharing/share-item";
import { toastMessageOf } from "~/lib/api-client";
import type { WireFeedback } from "./file-name-lookup";
import { FEEDBACK_AFTER_SECONDS } from "./player-item";
import { usePlayer, usePlayerSnapshot } from "./player-provider";
import { downloadPlaying } from "./save-audio";
import { useItemDetails } from "./use-item-details";

/** What can be done with the item in the player besides hearing it. */
export interface PlayerActions {
  /** Previews of voices are neither downloaded nor shared nor rated. */
  generated: boolean;
  /** What a share is made of; none until the history has the item. */
  shareItem: ShareItem | null;
  /** The feedback given so far, once the item may be rated: after three seconds, or at its end. Source: spec 001, section 4. */
  rating: { given: WireFeedback | null } | null;
  canDownload: boolean;
  downloading: boolean;
  download: () => Promise<void>;
}

export function usePlayerActions(): PlayerActions {
  const player = usePlayer();
  const { item, state, heardSeconds, streaming } = usePlayerSnapshot();
  const details = useItemDetails();
  const [downloading, setDownloading] = useState(false);
  // Until the history has it, there is nothing to share.
  const historyItemId = item && (details || item.type === "speechHistoryItem") ? item.id : null;
  const text = item?.text ?? item?.title ?? "";
  const shareItem = useMemo<ShareItem | null>(
    () => (historyItemId ? { historyItemId, kind: "speech", texts: [text] } : null),
    [historyItemId, text],
  );
  const generated = item !== null && item.type !== "voicePreview";
  const isHeard = heardSeconds >= FEEDBACK_AFTER_SECONDS || state === "ended";

  const download = async () => {
    if (!player || !item) return;
    setDownloading(true);
    try {
      await downloadPlaying(item.id, item.fileName, player.getSound());
    } catch (error) {
      toast.error(
        error instanceof Error && error.message.startsWith("Invalid response type")
          ? error.message
          : toastMessageOf(error),
      );
    } finally {
      setDownloading(false);
    }
  };
  return {
    generated,
    shareItem,
    rating: generated && details !== null && isHeard ? { given: details.feedback } : null,
    canDownload: !downloading && !streaming,
    downloading,
    download,
  };
}
