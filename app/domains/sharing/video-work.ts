/** The making of a video, for the workflow that does it in the background. Each part may be done again after a crash. */
import type { Database } from "../../../db/client";
import { isOutputFormat } from "../../../workers/speech/formats";
import { AppError } from "../../lib/app-error";
import type { HistoryItem } from "../history/schema";
import type { HistoryService } from "../history/service";
import type { Transcoder } from "../history/transcoding";
import { sharingMessages } from "./messages";
import type { MediaPort, ShareStorage, VideoWork } from "./ports";
import { RenderSlots } from "./render-slots";
import type { ShareVideo } from "./schema";
import { shownSpeechOf } from "./shown-speech";
import { selectUnfinishedVideos, selectVideoById, updateUnfinishedVideo } from "./video-store";
import { timedWords } from "./words";

/** No video takes this long; what still says so has lost its workflow. */
const STUCK_AFTER_MS = 3_600_000;
const SWEEP_SIZE = 100;
/** Pauses between two reports, so that a fast render does not spend its time on telling. */
const REPORT_EVERY_MS = 300;
/** The rest is for storing what was rendered. */
const RENDERED_PROGRESS = 0.99;
/** Of a video's sound at a time, on its way to the media worker. */
const PIECE_BYTES = 65_536;

/**
 * Of all videos of an isolate: each holds tens of megabytes and one processor. What waits holds nothing, and asks again
 * after a while, so that no single call lasts for as long as the queue. A holder tells of itself with each hundredth of
 * its work.
 */
const slots = new RenderSlots({ limit: 1, longestWaitMs: 20_000, lostAfterMs: 120_000 });

/** Which video, and the how-manieth time it is made. */
export type VideoAttempt = Pick<ShareVideo, "id" | "attempt">;

/** Where the MP4 is. */
export interface StoredVideo {
  videoKey: string;
  bytes: number;
}

export interface VideoMaking {
  /**
   * Makes the MP4 and stores it. `no_place` when others are still being made after some waiting: it is queued as before
   * and to be asked for again. Null when it was cancelled or its item is gone.
   */
  renderVideo(attempt: VideoAttempt): Promise<StoredVideo | "no_place" | null>;
  /** False when it was cancelled meanwhile; what was stored is removed then. */
  finishVideo(attempt: VideoAttempt, stored: StoredVideo): Promise<boolean>;
  /** Marks it as failed, with what people are told. */
  failVideo(attempt: VideoAttempt, error: unknown): Promise<void>;
  /** Gives up what lost its workflow, and goes on with what a killed process left unfinished. */
  sweepVideos(): Promise<void>;
}

export interface VideoMakingDependencies {
  database: Database;
  storage: ShareStorage;
  media: MediaPort;
  transcoder: Pick<Transcoder, "decode">;
  history: Pick<HistoryService, "getItem" | "getTimings">;
  work: VideoWork;
  nowMs(): number;
  /** Where one process serves all of the installation: when it began. Work begun before stopped with another process. */
  servingSinceMs?: number;
}

export function createVideoMaking(dependencies: VideoMakingDependencies): VideoMaking {
  const { database, storage, media, transcoder, history, work, nowMs, servingSinceMs = 0 } = dependencies;

  /** Stores a change of an unfinished attempt and tells tabs; false when it was finished or cancelled meanwhile. */
  async function change(attempt: VideoAttempt, values: Parameters<typeof updateUnfinishedVideo>[2]): Promise<boolean> {
    const video = await updateUnfinishedVideo(database, attempt, values, nowMs());
    if (video) await work.changed(video);
    return video !== null;
  }

  /** An item and its times; null when it was deleted. */
  async function findItem(workspaceId: string, historyItemId: string) {
    try {
      const item = await history.getItem(workspaceId, historyItemId);
      return { item, timings: await history.getTimings(workspaceId, historyItemId) };
    } catch (error) {
      if (error instanceof AppError && error.code === "history_item_not_found") return null;
      throw error;
    }
  }

  /** In a function of its own, so that nothing but the stream holds the samples. */
  async function openSound(item: HistoryItem) {
    const object = await storage.get(item.audio.audioKey);
    if (!object || !isOutputFormat(item.audio.outputFormat)) throw new Error(`the sound of ${item.id} is gone`);
    const { pcm, sampleRateHz } = await transcoder.decode(await object.bytes(), item.audio.outputFormat);
    return { pcm: streamOf(pcm), sampleRateHz };
  }

  async function render(video: ShareVideo, stillAtWork: () => void): Promise<StoredVideo | null> {
    // Only now, as everything before may have to wait, and people are told what is queued.
    if (!(await change(video, { state: "running" }))) return null;
    const { workspaceId, historyItemId, theme, shape } = video;
    const found = await findItem(workspaceId, historyItemId);
    if (!found) {
      // The item may come back by an undo; its video can be asked for again then.
      await change(video, { state: "cancelled" });
      return null;
    }
    const { item, timings } = found;
    const [speech, sound] = await Promise.all([shownSpeechOf(database, item), openSound(item)]);
    const words = timedWords(item.text, timings.alignment, item.language);

    let cancelled = false;
    let reportedAtMs = 0;
    const report = async (done: number) => {
      stillAtWork();
      if (cancelled) throw new Error("cancelled");
      if (nowMs() - reportedAtMs < REPORT_EVERY_MS) return;
      reportedAtMs = nowMs();
      cancelled = !(await change(video, { progress: Math.min(1, Math.max(0, done)) * RENDERED_PROGRESS }));
      if (cancelled) throw new Error("cancelled");
    };
    try {
      const mp4 = await media.renderVideo({ theme, shape, speech, words, ...sound }, report);
      const videoKey = `workspaces/${workspaceId}/videos/${historyItemId}/${video.id}-${video.attempt}.mp4`;
      await storage.put(videoKey, mp4, { httpMetadata: { contentType: "video/mp4" } });
      return { videoKey, bytes: mp4.byteLength };
    } catch (error) {
      if (cancelled) return null;
      throw error;
    }
  }

  return {
    async renderVideo(attempt) {
      const find = async () => {
        const video = await selectVideoById(database, attempt.id);
        const isWanted = video?.attempt === attempt.attempt && (video.state === "queued" || video.state === "running");
        return isWanted ? video : null;
      };
      const video = await find();
      if (!video) return null;
      const turn = await slots.run(async (stillAtWork) => ({ rendered: await render(video, stillAtWork) }));
      if (turn) return turn.rendered;
      // What was cancelled meanwhile need not come again.
      return (await find()) && "no_place";
    },

    async finishVideo(attempt, { videoKey, bytes }) {
      const wanted = await change(attempt, { state: "done", progress: 1, videoKey, bytes });
      if (wanted) return true;
      // A step that is done again finds what it did the first time.
      const video = await selectVideoById(database, attempt.id);
      if (video?.videoKey === videoKey) return true;
      await storage.delete(videoKey);
      return false;
    },

    async failVideo(attempt, error) {
      await change(attempt, {
        state: "failed",
        error: error instanceof AppError ? error.userMessage : sharingMessages.videoFailed,
      });
    },

    async sweepVideos() {
      for (const video of await selectUnfinishedVideos(database, nowMs() - STUCK_AFTER_MS, SWEEP_SIZE)) {
        await change(video, { state: "failed", error: sharingMessages.videoFailed });
      }
      for (const video of await selectUnfinishedVideos(database, servingSinceMs, SWEEP_SIZE)) await work.start(video);
    },
  };
}

/** A byte stream, as the platform carries it from worker to worker. It lets go of the samples with the last of them. */
function streamOf(pcm: Uint8Array): ReadableStream<Uint8Array> {
  let rest = pcm;
  return new ReadableStream({
    type: "bytes",
    pull(controller) {
      // A copy, since a stream takes the memory of what it is given.
      const piece = rest.slice(0, PIECE_BYTES);
      rest = rest.length > PIECE_BYTES ? rest.subarray(PIECE_BYTES) : new Uint8Array(0);
      if (piece.length > 0) controller.enqueue(piece);
      if (rest.length === 0) controller.close();
    },
    cancel() {
      rest = new Uint8Array(0);
    },
  });
}
