import type { PublicShare } from "~/domains/sharing/schema";
import { plainLine } from "~/lib/plain-line";
import { voiceNamesOf } from "~/lib/voice-names";
import { writePeaks } from "./peaks-text";
import { headingLine, type ShownLine, shownLines } from "./shown-text";

/** What the page of a link is made of. */
export interface ShownShare {
  shareId: string;
  /** One line, never empty. */
  title: string;
  speakerName: string;
  /** All who speak, see `voiceNamesOf`. */
  voiceName: string;
  language: string;
  lines: ShownLine[];
  /** The title is all of the text, so that showing both would say it twice. */
  isWholeInTitle: boolean;
  durationSeconds: number;
  /** See `readPeaks`. */
  peaks: string;
  contentType: string;
  allowsDownload: boolean;
  isIndexed: boolean;
  createdAtMs: number;
}

export function shownShare(share: PublicShare): ShownShare {
  const title = share.title || "A spoken text";
  const isWholeInTitle = (share.dialogue?.length ?? 1) === 1 && plainLine(share.text) === title;
  return {
    shareId: share.shareId,
    title,
    speakerName: share.speakerName,
    voiceName: voiceNamesOf(share),
    language: share.language,
    lines: isWholeInTitle ? [headingLine(share)] : shownLines(share),
    isWholeInTitle,
    durationSeconds: share.durationSeconds,
    peaks: writePeaks(share.peaks),
    contentType: share.contentType,
    allowsDownload: share.allowsDownload,
    isIndexed: share.isIndexed,
    createdAtMs: share.createdAtMs,
  };
}
