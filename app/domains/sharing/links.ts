/** A member's side of links: get, set, revoke. */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { randomText } from "../../lib/ids";
import type { HistoryItem } from "../history/schema";
import type { HistoryService } from "../history/service";
import { sharingMessages } from "./messages";
import type { Permission } from "./permission";
import { linkStateOf, speakerNameOf } from "./rules";
import type { Member, ShareLink, ShareSettings, StoredShare } from "./schema";
import { insertOrSelectShare, revokeShare, selectShareOfItem, updateSettings } from "./store";

/** 130 bits. */
const RANDOM_CHARACTERS = 26;

export interface ShareLinks {
  /**
   * An item's link, which is made at the first call and after a revoke; everybody of the workspace gets the same.
   * @throws AppError 404 for an item that is not there, 403 where the workspace may not share.
   */
  getLink(member: Member, historyItemId: string): Promise<ShareLink>;
  /** As `getLink`, but makes nothing: null for an item without a link. */
  findLink(member: Member, historyItemId: string): Promise<ShareLink | null>;
  /** Changes a link's settings; those that are not named stay. 400 for a time that is over. */
  setLink(member: Member, historyItemId: string, settings: ShareSettings): Promise<ShareLink>;
  /** Ends a link for good. Also where the workspace may not share any more. */
  revokeLink(member: Member, historyItemId: string): Promise<void>;
}

interface LinkDependencies {
  database: Database;
  history: Pick<HistoryService, "getItem">;
  permission: Pick<Permission, "requireSharing">;
  nowMs(): number;
}

export function createShareLinks({ database, history, permission, nowMs }: LinkDependencies): ShareLinks {
  async function requireItem({ workspaceId }: Member, historyItemId: string): Promise<HistoryItem> {
    const item = await history.getItem(workspaceId, historyItemId);
    await permission.requireSharing(workspaceId);
    return item;
  }

  const getOrMake = ({ workspaceId, userId }: Member, historyItemId: string) =>
    insertOrSelectShare(database, {
      id: `shr_${randomText(RANDOM_CHARACTERS)}`,
      workspaceId,
      historyItemId,
      userId,
      nowMs: nowMs(),
    });

  return {
    async getLink(member, historyItemId) {
      const item = await requireItem(member, historyItemId);
      return linkOf(await getOrMake(member, historyItemId), item, member, nowMs());
    },

    async findLink(member, historyItemId) {
      const item = await requireItem(member, historyItemId);
      const share = await selectShareOfItem(database, member.workspaceId, historyItemId);
      return share && linkOf(share, item, member, nowMs());
    },

    async setLink(member, historyItemId, settings) {
      if (settings.expiresAtMs != null && settings.expiresAtMs <= nowMs()) {
        throw new AppError("invalid_request", 400, sharingMessages.expiryInThePast, { param: "expires_at_unix" });
      }
      const item = await requireItem(member, historyItemId);
      await getOrMake(member, historyItemId);
      await updateSettings(database, member.workspaceId, historyItemId, settings, nowMs());
      return linkOf(await getOrMake(member, historyItemId), item, member, nowMs());
    },

    async revokeLink({ workspaceId }, historyItemId) {
      await history.getItem(workspaceId, historyItemId);
      await revokeShare(database, workspaceId, historyItemId, nowMs());
    },
  };
}

function linkOf(share: StoredShare, item: HistoryItem, member: Member, nowMs: number): ShareLink {
  const { id, historyItemId, allowsDownload, isIndexed, expiresAtMs, playCount } = share;
  return {
    shareId: id,
    historyItemId,
    publicUserName: speakerNameOf(share.speaker ?? { publicUserName: "", firstName: "" }),
    isOwnName: item.userId === member.userId,
    allowsDownload,
    isIndexed,
    expiresAtMs,
    state: linkStateOf(share, nowMs),
    playCount,
  };
}
