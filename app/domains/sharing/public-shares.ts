/** What people without an account do with a link: see, hear, take along, be counted. */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { clientNetwork } from "../../lib/client-network";
import { hmacHex } from "../accounts/secrets";
import type { HistoryItem } from "../history/schema";
import type { AudioAnswer, HistoryService } from "../history/service";
import { dayOf, isBot, isOpen, isShareId, speakerNameOf, titleOf } from "./rules";
import type { FoundShare, PublicShare, StoredShare, Visitor, WantedAudio } from "./schema";
import { insertPlay, selectShare } from "./store";
import { timedWords } from "./words";

/** People behind one address have browsers of their own; whoever only says so gains no more than this in a day. */
const MAX_PLAYS_OF_NETWORK = 5;

export interface PublicShareDependencies {
  database: Database;
  history: Pick<HistoryService, "getItem" | "getTimings" | "openAudio">;
  /** Keys the hash by which a visitor is recognised for a day. */
  visitorSecret(): Promise<string>;
  nowMs(): number;
}

/** An open link and its item, for answers beside the page. */
export interface OpenShare {
  item: HistoryItem;
  speakerName: string;
  allowsDownload: boolean;
}

export type FoundItem = { state: "open"; open: OpenShare } | { state: "unavailable" | "unknown" };

export interface PublicShares {
  /** What the page shows. Never throws for an id, whatever it is. */
  findPublic(shareId: string): Promise<FoundShare>;
  /** The version of an open link's page, or null: one select, for pages that are kept. */
  findVersion(shareId: string): Promise<string | null>;
  /** The sound of an open link, or a part of it; null for every other link. */
  openAudio(shareId: string, wanted: WantedAudio): Promise<AudioAnswer | null>;
  /** The item behind an open link. */
  findItem(shareId: string): Promise<FoundItem>;
  /** Counts a play of an open link: once for each visitor and day, a few for each network and day, and no bots. */
  countPlay(shareId: string, visitor: Visitor): Promise<void>;
}

export function createPublicShares(dependencies: PublicShareDependencies): PublicShares {
  const { database, history, visitorSecret, nowMs } = dependencies;

  async function find(shareId: string): Promise<StoredShare | null> {
    return isShareId(shareId) ? selectShare(database, shareId) : null;
  }

  return {
    async findPublic(shareId) {
      const share = await find(shareId);
      if (!share) return { state: "unknown" };
      if (!isOpen(share, nowMs())) return { state: "unavailable" };
      const { workspaceId, historyItemId } = share;
      return unlessDeleted<FoundShare>({ state: "unavailable" }, async () => {
        const [item, timings] = await Promise.all([
          history.getItem(workspaceId, historyItemId),
          history.getTimings(workspaceId, historyItemId),
        ]);
        const words = timedWords(item.text, timings.alignment, item.language);
        return { state: "open", share: { ...pageOf(share, item), words } };
      });
    },

    async findVersion(shareId) {
      const share = await find(shareId);
      return share && isOpen(share, nowMs()) ? versionOf(share) : null;
    },

    async openAudio(shareId, wanted) {
      const share = await find(shareId);
      if (!share || !isOpen(share, nowMs())) return null;
      return unlessDeleted(null, () => history.openAudio(share.workspaceId, share.historyItemId, wanted));
    },

    async findItem(shareId) {
      const share = await find(shareId);
      if (!share) return { state: "unknown" };
      if (!isOpen(share, nowMs())) return { state: "unavailable" };
      return unlessDeleted<FoundItem>({ state: "unavailable" }, async () => {
        const item = await history.getItem(share.workspaceId, share.historyItemId);
        const { allowsDownload } = share;
        return { state: "open", open: { item, speakerName: speakerNameOf(share.speaker!), allowsDownload } };
      });
    },

    async countPlay(shareId, { address, userAgent }) {
      if (isBot(userAgent)) return;
      const share = await find(shareId);
      if (!share || !isOpen(share, nowMs())) return;
      const day = dayOf(nowMs());
      const secret = await visitorSecret();
      // The day and the link are part of what is hashed, so that nobody can be followed from one to another.
      const hash = async (...parts: string[]) =>
        (await hmacHex(secret, JSON.stringify([day, shareId, ...parts]))).slice(0, 32);
      const network = clientNetwork(address);
      const play = { shareId, day, network: await hash(network), browser: await hash(network, userAgent) };
      await insertPlay(database, play, MAX_PLAYS_OF_NETWORK);
    },
  };
}

/** An item can be deleted between the look at its link and the look at itself. */
async function unlessDeleted<T>(otherwise: T, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError && error.code === "history_item_not_found") return otherwise;
    throw error;
  }
}

function pageOf(share: StoredShare, item: HistoryItem): Omit<PublicShare, "words"> {
  return {
    shareId: share.id,
    version: versionOf(share),
    title: titleOf(item.text),
    text: item.text,
    dialogue: item.dialogue?.map(({ text, voiceName }) => ({ text, voiceName })) ?? null,
    speakerName: speakerNameOf(share.speaker!),
    voiceName: item.voiceName,
    language: item.language,
    durationSeconds: item.audio.durationMs / 1000,
    peaks: item.audio.peaks,
    allowsDownload: share.allowsDownload,
    isIndexed: share.isIndexed,
    contentType: item.audio.contentType,
    createdAtMs: item.createdAtMs,
    playCount: share.playCount,
  };
}

/** An item never changes; its link's settings and its maker's name do. */
const versionOf = (share: StoredShare) => `${share.updatedAtMs.toString(36)}-${speakerNameOf(share.speaker!)}`;
