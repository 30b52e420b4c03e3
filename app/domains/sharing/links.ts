/** A member's side of links: get, set, revoke. */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { randomText } from "../../lib/ids";
import type { HistoryItem } from "../history/schema";
import type { HistoryService } from "../history/service";
import { sharingMessages } from "./messages";
import type { Permission } from "./permission";
import { linkStateOf, speakerNameOf } from "./rules";
import type { LinkName, Member, ShareLink, ShareSettings, StoredShare } from "./schema";
import { insertOrSelectShare, revokeShare, selectShareOfItem, updateSettings } from "./store";

/** 130 bits. */
const RANDOM_CHARACTERS = 26;

/** Who names the link that they mean gets that one or 404, and never makes another in place of one that was revoked. */
export interface ShareLinks {
  /**
   * An item's link, which is made at the first call and after a revoke; everybody of the workspace gets the same.
   * @throws AppError 404 for an item that is not there, 403 where the workspace may not share.
   */
  getLink(member: Member, historyItemId: string, shareId?: string): Promise<ShareLink>;
  /** As `getLink`, but makes nothing: null for an item without a link. */
  findLink(member: Member, historyItemId: string, shareId?: string): Promise<ShareLink | null>;
  /** Changes a link's settings; those that are not named stay. 400 for a time that is over. */
  setLink(member: Member, historyItemId: string, settings: ShareSettings, shareId?: string): Promise<ShareLink>;
  /** Ends a link for good; one that has ended stays so. Also where the workspace may not share any more. */
  revokeLink(member: Member, historyItemId: string, shareId?: string): Promise<void>;
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

  async function requireShare(link: LinkName): Promise<StoredShare> {
    const share = await selectShareOfItem(database, link);
    if (!share) throw new AppError("share_link_not_found", 404, sharingMessages.linkRevoked, { param: "share_id" });
    return share;
  }

  return {
    async getLink(member, historyItemId, shareId) {
      const item = await requireItem(member, historyItemId);
      const { workspaceId } = member;
      const share = await (shareId === undefined
        ? getOrMake(member, historyItemId)
        : requireShare({ workspaceId, historyItemId, shareId }));
      return linkOf(share, item, member, nowMs());
    },

    async findLink(member, historyItemId, shareId) {
      const item = await requireItem(member, historyItemId);
      const share = await selectShareOfItem(database, { workspaceId: member.workspaceId, historyItemId, shareId });
      return share && linkOf(share, item, member, nowMs());
    },

    async setLink(member, historyItemId, settings, shareId) {
      if (settings.expiresAtMs != null && settings.expiresAtMs <= nowMs()) {
        throw new AppError("invalid_request", 400, sharingMessages.expiryInThePast, { param: "expires_at_unix" });
      }
      const item = await requireItem(member, historyItemId);
      const { workspaceId } = member;
      // From here on it is about this one link, also where it is revoked meanwhile.
      const link = { workspaceId, historyItemId, shareId: shareId ?? (await getOrMake(member, historyItemId)).id };
      await updateSettings(database, link, settings, nowMs());
      return linkOf(await requireShare(link), item, member, nowMs());
    },

    async revokeLink({ workspaceId }, historyItemId, shareId) {
      await history.getItem(workspaceId, historyItemId);
      await revokeShare(database, { workspaceId, historyItemId, shareId }, nowMs());
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
