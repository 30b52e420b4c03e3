/** Sharing as the API shows it. Source: spec 000, section 3, "Share link response" and "Video response". */
import type { ShareLink, ShareVideo } from "./schema";

/** Where the page of a link is, on the site itself. */
export const sharePath = (shareId: string) => `/app/share/${shareId}`;

/** @param origin of the site, since clients of the API are on no page that a link could be relative to */
export function shareLinkToWire(link: ShareLink, origin: string) {
  return {
    share_link: origin + sharePath(link.shareId),
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

/** @param origin of the site, as above */
export function videoToWire({ historyItemId, theme, shape, state, progress, error }: ShareVideo, origin: string) {
  return {
    video_url:
      state === "done"
        ? `${origin}/v1/history/${encodeURIComponent(historyItemId)}/video/file?${new URLSearchParams({ theme, shape })}`
        : null,
    // Beyond the specification.
    state,
    progress,
    error,
  };
}
