/** What sharing holds and shows. Source: spec 000, sections 2 and 3. */
import type { ShareTheme, TimedWord, VideoShape } from "../../../workers/media/protocol";

export type { ShareTheme, TimedWord, VideoShape };

/** Labels: Multicolor, White, Black. Source: spec 000, section 3. */
export const SHARE_THEMES = ["colour", "light", "dark"] as const satisfies readonly ShareTheme[];
export const VIDEO_SHAPES = ["square", "portrait"] as const satisfies readonly VideoShape[];

/** What anybody who has the link may see. */
export interface PublicShare {
  shareId: string;
  /** Changes whenever what the page shows changes. Plays do not count: only the owner sees how many there are. */
  version: string;
  /** The beginning of the text in one line, without characters that change the direction of what stands around it. */
  title: string;
  /** As it was written. */
  text: string;
  dialogue: { text: string; voiceName: string }[] | null;
  /** Who made it, by the name that the public sees. */
  speakerName: string;
  voiceName: string;
  /** BCP 47; empty when it is not known. */
  language: string;
  durationSeconds: number;
  /** 0..255, at most 400, over the whole sound. */
  peaks: number[];
  /** In the order of the text; joined they are the text. */
  words: TimedWord[];
  allowsDownload: boolean;
  isIndexed: boolean;
  /** Of the sound. */
  contentType: string;
  createdAtMs: number;
  playCount: number;
}

export type FoundShare =
  | { state: "open"; share: PublicShare }
  /** Revoked, expired, or its item or account is gone. Which of these is nobody's business. */
  | { state: "unavailable" }
  | { state: "unknown" };

/** Who plays, as far as counting goes. */
export interface Visitor {
  address: string;
  userAgent: string;
}

/** What a request says about the part of a sound it wants. */
export interface WantedAudio {
  range: string | null;
  ifRange: string | null;
  ifNoneMatch: string | null;
  /** False for HEAD. */
  withBody: boolean;
}

/** What a link is to its owner; strangers learn of the last two only that there is nothing any more. */
export type LinkState = "open" | "expired" | "ended";

/** A link as its owner sees it. */
export interface ShareLink {
  shareId: string;
  historyItemId: string;
  publicUserName: string;
  /** Whether that name is the caller's own, which they can change. */
  isOwnName: boolean;
  allowsDownload: boolean;
  isIndexed: boolean;
  expiresAtMs: number | null;
  state: LinkState;
  playCount: number;
}

export type ShareSettings = Partial<Pick<ShareLink, "allowsDownload" | "isIndexed" | "expiresAtMs">>;

/** Who asks, and on whose behalf. */
export interface Member {
  workspaceId: string;
  userId: string;
}

/** An item of a workspace, by name. */
export interface ItemName {
  workspaceId: string;
  historyItemId: string;
}

/** The link that an item has, or, where it is named, that one alone: another that was made after its end is not meant. */
export interface LinkName extends ItemName {
  shareId?: string | undefined;
}

/** A row of `shares` with what of its surroundings decides whether it is open. */
export interface StoredShare {
  id: string;
  workspaceId: string;
  historyItemId: string;
  allowsDownload: boolean;
  isIndexed: boolean;
  expiresAtMs: number | null;
  playCount: number;
  updatedAtMs: number;
  revokedAtMs: number | null;
  /** Of who made the item; null when the item, its maker or the workspace is gone. */
  speaker: { publicUserName: string; firstName: string } | null;
}

export type VideoState = "queued" | "running" | "done" | "failed" | "cancelled";

/** Which video of an item. */
export interface VideoChoice {
  theme: ShareTheme;
  shape: VideoShape;
}

export interface ShareVideo extends VideoChoice {
  id: string;
  workspaceId: string;
  historyItemId: string;
  fingerprint: string;
  state: VideoState;
  /** 0..1. */
  progress: number;
  attempt: number;
  videoKey: string | null;
  bytes: number | null;
  error: string | null;
  createdAtMs: number;
  updatedAtMs: number;
}
