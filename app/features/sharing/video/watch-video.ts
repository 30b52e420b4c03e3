/** Asks for a video and stays until it is there. Knows no screens. */
import { ApiError } from "~/lib/api-client";
import type { WireVideo } from "../share-calls";

/** The channel tells of each change at once; this is for what it misses. */
const LOOK_EVERY_MS = 3000;

export class VideoFailedError extends Error {
  constructor(readonly reason: string | null) {
    super(reason ?? "");
    this.name = "VideoFailedError";
  }
}

export interface VideoWatch {
  /** Resolves with the address of the finished video. */
  done: Promise<string>;
  /** Looks at once, because something changed. */
  look(): void;
}

/**
 * @throws (as `done`) VideoFailedError when making it failed, ApiError when it was refused, AbortError after `signal`. A
 * network that is away for a while ends nothing: the video is made meanwhile. Nor does somebody else who cancels it: it is
 * asked for anew.
 */
export function watchVideo(
  calls: { ask: () => Promise<WireVideo>; get: () => Promise<WireVideo>; onProgress: (share: number) => void },
  signal: AbortSignal,
): VideoWatch {
  let wake = () => {};

  async function run(): Promise<string> {
    let video = await calls.ask();
    for (;;) {
      signal.throwIfAborted();
      if (video.state === "done" && video.video_url) return video.video_url;
      if (video.state === "cancelled") {
        // By somebody else of the workspace, as who cancels here waits no longer. Whoever waits still wants it.
        video = await unlessAway(calls.ask(), video);
        if (video.state !== "cancelled") continue;
      }
      if (video.state === "failed" || video.state === "done") throw new VideoFailedError(video.error);
      if (video.progress > 0) calls.onProgress(video.progress);
      await pause();
      signal.throwIfAborted();
      video = await unlessAway(calls.get(), video);
    }
  }

  function pause(): Promise<void> {
    return new Promise((resolve) => {
      const finish = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", finish);
        wake = () => {};
        resolve();
      };
      const timer = setTimeout(finish, LOOK_EVERY_MS);
      signal.addEventListener("abort", finish);
      wake = finish;
    });
  }

  return { done: run(), look: () => wake() };
}

/** What the server says now; what it said before where it cannot be reached. */
function unlessAway(asked: Promise<WireVideo>, before: WireVideo): Promise<WireVideo> {
  return asked.catch((error: unknown) => {
    if (error instanceof ApiError && (error.status === 0 || error.status >= 500)) return before;
    throw error;
  });
}
