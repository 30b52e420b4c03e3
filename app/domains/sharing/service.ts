/** Sharing's use cases, put together from their parts. See README.md for the map. */
import type { Database } from "../../../db/client";
import type { HistoryService } from "../history/service";
import type { Transcoder } from "../history/transcoding";
import { type Cards, createCards } from "./cards";
import { createShareLinks, type ShareLinks } from "./links";
import { createPermission, type PermissionDependencies } from "./permission";
import type { MediaPort, ShareStorage, VideoWork } from "./ports";
import { createPublicShares, type PublicShares } from "./public-shares";
import { removeOfItems, removePlaysBefore, selectOrphanedItems } from "./removal-store";
import { dayOf } from "./rules";
import type { ItemName } from "./schema";
import { createVideoMaking, type VideoMaking } from "./video-work";
import { createVideos, type Videos } from "./videos";

const SWEEP_SIZE = 500;
const DELETED_AT_ONCE = 1_000;

export interface SharingDependencies extends PermissionDependencies {
  database: Database;
  storage: ShareStorage;
  history: Pick<HistoryService, "getItem" | "getTimings" | "openAudio">;
  transcoder: Pick<Transcoder, "decode">;
  media: MediaPort;
  work: VideoWork;
  /** Keys the hash by which a visitor is recognised for a day. */
  visitorSecret(): Promise<string>;
  nowMs(): number;
  /** Where one process serves all of the installation: when it began. Work begun before stopped with another process. */
  servingSinceMs?: number;
}

export interface SharingService extends PublicShares, ShareLinks, Cards, Videos, VideoMaking {
  /** Takes away pictures, videos and counts of items that were purged, and ends their links. Safe to repeat. */
  removeOfItems(items: readonly ItemName[]): Promise<void>;
  /** The regular clean-up: what crashes and ended accounts left, and visitors of days that are over. */
  sweep(): Promise<void>;
}

export function createSharingService(dependencies: SharingDependencies): SharingService {
  const { database, storage, nowMs } = dependencies;
  const permission = createPermission(dependencies);
  const making = createVideoMaking(dependencies);

  async function removeItems(items: readonly ItemName[]): Promise<void> {
    const keys = await removeOfItems(database, items, nowMs());
    for (let i = 0; i < keys.length; i += DELETED_AT_ONCE) await storage.delete(keys.slice(i, i + DELETED_AT_ONCE));
  }

  return {
    ...createPublicShares(dependencies),
    ...createShareLinks({ ...dependencies, permission }),
    ...createCards({ ...dependencies, permission }),
    ...createVideos({ ...dependencies, permission }),
    ...making,
    removeOfItems: removeItems,
    async sweep() {
      await making.sweepVideos();
      await removeItems(await selectOrphanedItems(database, SWEEP_SIZE));
      await removePlaysBefore(database, dayOf(nowMs() - 86_400_000));
    },
  };
}
