/** Sharing as the API shows it. Source: spec 000, section 3, "Share link response" and "Video response". */
import type { ShareLink, ShareVideo } from "./schema";

/** Where the page of a link is, on the site itself. */
export const sharePath = (shareId: string) => `/app/share/${shareId}`;

export function shareLinkToWire(link: ShareLink) {
  return {
    share_link: sharePath(link.shareId),
    public_user_name: link.publicUserName,
    // Beyond the specification.
    share_id: link.shareId,
    is_own_name: link.isOwnName,
    allows_download: link.allowsDownload,
    is_indexed: link.isIndexed,
    expires_at_unix: link.expiresAtMs === null ? null : Math.floor(link.expiresAtMs / 1000),
    state: link.state,
    play_count: link.playCount,
  };
}

export function videoToWire({ historyItemId, theme, shape, state, progress, error }: ShareVideo) {
  return {
    video_url:
      state === "done"
        ? `/v1/history/${encodeURIComponent(historyItemId)}/video/file?${new URLSearchParams({ theme, shape })}`
        : null,
    // Beyond the specification.
    state,
    progress,
    error,
  };
}
