/** What sharing needs from outside. Put together by `workers/app/services.ts`. */
import type { MediaService } from "../../../workers/media/protocol";
import type { ObjectStorage } from "../history/schema";
import type { ShareVideo } from "./schema";

/** Makes pictures and videos. Throws an AppError that says so where the worker behind it cannot. */
export type MediaPort = Pick<MediaService, "renderCard" | "renderVideo">;

export type ShareStorage = Pick<ObjectStorage, "get" | "put" | "delete">;

export interface VideoWork {
  /** Starts the work on a video whose row is there, or goes on with it. Nothing happens where it is at work. */
  start(video: ShareVideo): Promise<void>;
  /** Tells open tabs, after the change is stored. */
  changed(video: ShareVideo): Promise<void>;
}
