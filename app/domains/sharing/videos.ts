/** A member's side of videos: ask for, watch, cancel, fetch. The making is in `video-work.ts`. */
import type { Database } from "../../../db/client";
import { AppError } from "../../lib/app-error";
import { newId } from "../../lib/ids";
import { answerRange, isUnchanged } from "../history/byte-range";
import type { HistoryService } from "../history/service";
import { sharingMessages } from "./messages";
import type { Permission } from "./permission";
import type { ShareStorage, VideoWork } from "./ports";
import type { Member, ShareVideo, VideoChoice, WantedAudio } from "./schema";
import { fingerprintOf, shownSpeechOf } from "./shown-speech";
import { maySpeechBeVideo, VIDEO_MINUTES } from "./video-limits";
import { insertVideo, queueAgain, selectVideo, updateUnfinishedVideo } from "./video-store";

export type VideoAnswer =
  | { kind: "whole" | "part"; body: ReadableStream | null; offset: number; length: number; size: number; etag: string }
  | { kind: "unchanged"; etag: string }
  | { kind: "unsatisfiable"; size: number; etag: string };

export interface Videos {
  /**
   * Asks for a video. One that is being made, or is made and still true, is answered as it is; one that failed or was
   * cancelled is made again. Everybody of the workspace gets the same one.
   * @throws AppError 404 for an item that is not there, 403 without the feature, 400 for what is no speech or too long.
   */
  requestVideo(member: Member, historyItemId: string, choice: VideoChoice): Promise<ShareVideo>;
  /** 404 for a video that nobody has asked for. */
  getVideo(member: Member, historyItemId: string, choice: VideoChoice): Promise<ShareVideo>;
  /** Stops a video that is not finished; one that is stays as it is. Also where videos are not switched on any more. */
  cancelVideo(member: Member, historyItemId: string, choice: VideoChoice): Promise<ShareVideo>;
  /** The MP4, or a part of it. 404 while there is none. */
  openVideo(member: Member, historyItemId: string, choice: VideoChoice, wanted: WantedAudio): Promise<VideoAnswer>;
}

export interface VideoDependencies {
  database: Database;
  storage: ShareStorage;
  history: Pick<HistoryService, "getItem">;
  permission: Pick<Permission, "requireVideo">;
  work: VideoWork;
  nowMs(): number;
}

export function createVideos({ database, storage, history, permission, work, nowMs }: VideoDependencies): Videos {
  async function getVideo({ workspaceId }: Member, historyItemId: string, choice: VideoChoice): Promise<ShareVideo> {
    const item = await history.getItem(workspaceId, historyItemId);
    await permission.requireVideo(item);
    return getStored(workspaceId, historyItemId, choice);
  }

  async function getStored(workspaceId: string, historyItemId: string, choice: VideoChoice): Promise<ShareVideo> {
    const video = await selectVideo(database, { workspaceId, historyItemId }, choice);
    if (!video) throw new AppError("not_found", 404, sharingMessages.videoNotFound);
    return video;
  }

  async function start(video: ShareVideo): Promise<ShareVideo> {
    try {
      await work.start(video);
    } catch (error) {
      const change = { state: "failed", error: sharingMessages.videoFailed } as const;
      const failed = await updateUnfinishedVideo(database, video, change, nowMs());
      if (failed) await work.changed(failed);
      throw error;
    }
    await work.changed(video);
    return video;
  }

  return {
    getVideo,

    async requestVideo(member, historyItemId, choice) {
      const { workspaceId } = member;
      const item = await history.getItem(workspaceId, historyItemId);
      await permission.requireVideo(item);
      if (!maySpeechBeVideo(item.audio)) {
        throw new AppError("invalid_request", 400, sharingMessages.videoTooLong(VIDEO_MINUTES), {
          param: "history_item_id",
        });
      }
      const fingerprint = await fingerprintOf(item, await shownSpeechOf(database, item));
      const fresh = newVideo({ workspaceId, historyItemId, fingerprint, ...choice }, nowMs());
      if (await insertVideo(database, fresh)) return start(fresh);
      const known = await getVideo(member, historyItemId, choice);
      if (known.state === "queued" || known.state === "running") return known;
      if (known.state === "done" && known.fingerprint === fingerprint) return known;
      const queued = await queueAgain(database, known, fingerprint, nowMs());
      // Somebody else was faster: theirs is the one.
      if (!queued) return getVideo(member, historyItemId, choice);
      if (known.videoKey !== null) await storage.delete(known.videoKey);
      return start(queued);
    },

    async cancelVideo({ workspaceId }, historyItemId, choice) {
      await history.getItem(workspaceId, historyItemId);
      const video = await getStored(workspaceId, historyItemId, choice);
      const cancelled = await updateUnfinishedVideo(database, video, { state: "cancelled" }, nowMs());
      if (!cancelled) return getStored(workspaceId, historyItemId, choice);
      await work.changed(cancelled);
      return cancelled;
    },

    async openVideo(member, historyItemId, choice, { range, ifRange, ifNoneMatch, withBody }) {
      const { state, videoKey, bytes: size, id, attempt } = await getVideo(member, historyItemId, choice);
      const notReady = () => new AppError("not_found", 404, sharingMessages.videoNotReady);
      if (state !== "done" || videoKey === null || size === null) throw notReady();
      const etag = `"${id}-${attempt}"`;
      if (isUnchanged(ifNoneMatch, etag)) return { kind: "unchanged", etag };
      const answer = answerRange({ range, ifRange, etag }, size);
      if (answer.kind === "unsatisfiable") return { kind: "unsatisfiable", size, etag };
      const { offset, length } = answer.kind === "part" ? answer : { offset: 0, length: size };
      if (!withBody) return { kind: answer.kind, body: null, offset, length, size, etag };
      const object = await storage.get(videoKey, answer.kind === "part" ? { range: { offset, length } } : {});
      if (!object) throw notReady();
      return { kind: answer.kind, body: object.body, offset, length, size, etag };
    },
  };
}

function newVideo(
  what: Pick<ShareVideo, "workspaceId" | "historyItemId" | "theme" | "shape" | "fingerprint">,
  nowMs: number,
): ShareVideo {
  return {
    ...what,
    id: newId("vid", nowMs),
    state: "queued",
    progress: 0,
    attempt: 1,
    videoKey: null,
    bytes: null,
    error: null,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
  };
}
