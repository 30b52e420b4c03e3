/** The calls of sharing. Source: spec 000, sections 3 and 7; settings, states and cancelling are our own. */
import { ApiError, apiFetch, apiJson } from "~/lib/api-client";

export const SHARE_THEMES = ["colour", "light", "dark"] as const;
export type ShareTheme = (typeof SHARE_THEMES)[number];
export const VIDEO_SHAPES = ["square", "portrait"] as const;
export type VideoShape = (typeof VIDEO_SHAPES)[number];

export interface VideoChoice {
  theme: ShareTheme;
  shape: VideoShape;
}

export interface WireShareLink {
  share_link: string;
  public_user_name: string;
  share_id: string;
  /** Whether the public name is the reader's own, to be changed here. */
  is_own_name: boolean;
  allows_download: boolean;
  is_indexed: boolean;
  expires_at_unix: number | null;
  /** What it leads to: something; nothing, since its time is over; nothing, since the account of who made the item is gone. */
  state: "open" | "expired" | "ended";
  play_count: number;
}

export type LinkSettings = Partial<Pick<WireShareLink, "allows_download" | "is_indexed" | "expires_at_unix">>;

export interface WireVideo {
  video_url: string | null;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  /** 0..1. */
  progress: number;
  error: string | null;
}

const itemPath = (historyItemId: string) => `/v1/history/${encodeURIComponent(historyItemId)}`;
const linkPath = (historyItemId: string, shareId?: string) =>
  `${itemPath(historyItemId)}/share-link${shareId === undefined ? "" : `?${new URLSearchParams({ share_id: shareId })}`}`;
const videoPath = (historyItemId: string, { theme, shape }: VideoChoice) =>
  `${itemPath(historyItemId)}/video?${new URLSearchParams({ theme, shape })}`;

/** The item's link, made where there is none; where one is named, that one or a refusal. */
export async function getShareLink(
  historyItemId: string,
  signal: AbortSignal,
  shareId?: string,
): Promise<WireShareLink> {
  return (await apiFetch(linkPath(historyItemId, shareId), { signal })).json() as Promise<WireShareLink>;
}

export const setShareLink = (historyItemId: string, shareId: string, settings: LinkSettings) =>
  apiJson<WireShareLink>(linkPath(historyItemId), "POST", { ...settings, share_id: shareId });

export const revokeShareLink = (historyItemId: string, shareId: string) =>
  apiJson<unknown>(linkPath(historyItemId, shareId), "DELETE");

/** Whether the link that a call named was revoked. */
export const isLinkGone = (error: unknown): boolean =>
  error instanceof ApiError && error.type === "share_link_not_found";

export async function changePublicName(name: string): Promise<string> {
  const changed = await apiJson<{ public_user_name: string }>("/v1/user/update-public-user-name", "POST", {
    public_user_name: name,
  });
  return changed.public_user_name;
}

/** The picture of an item. */
export async function getVideoPreview(historyItemId: string, theme: ShareTheme, signal: AbortSignal): Promise<Blob> {
  const path = `${itemPath(historyItemId)}/video-preview?${new URLSearchParams({ theme })}`;
  return (await apiFetch(path, { signal })).blob();
}

export async function requestVideo(historyItemId: string, choice: VideoChoice, signal: AbortSignal) {
  return (await apiFetch(videoPath(historyItemId, choice), { method: "POST", signal })).json() as Promise<WireVideo>;
}

export async function getVideo(historyItemId: string, choice: VideoChoice, signal: AbortSignal) {
  return (await apiFetch(videoPath(historyItemId, choice), { signal })).json() as Promise<WireVideo>;
}

export const cancelVideo = (historyItemId: string, choice: VideoChoice) =>
  apiJson<WireVideo>(videoPath(historyItemId, choice), "DELETE");

/**
 * A finished video. With the token, which a `video` element's own request would not carry. From the page's own site, whatever
 * public name the address has: the page may call no other.
 */
export async function getVideoFile(address: string, signal: AbortSignal): Promise<Blob> {
  const { pathname, search } = new URL(address, window.location.href);
  return (await apiFetch(pathname + search, { signal })).blob();
}
