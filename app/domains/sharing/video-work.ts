/** The making of a video, for the workflow that does it in the background. Each part may be done again after a crash. */
import type { Database } from "../../../db/client";
import { isOutputFormat } from "../../../workers/speech/formats";
import { AppError } from "../../lib/app-error";
import type { HistoryItem } from "../history/schema";
import type { HistoryService } from "../history/service";
import type { Transcoder } from "../history/transcoding";
import { sharingMessages } from "./messages";
import type { MediaPort, ShareStorage, VideoWork } from "./ports";
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

/** Which video, and the how-manieth time it is made. */
export type VideoAttempt = Pick<ShareVideo, "id" | "attempt">;

export interface VideoMaking {
  /** Marks the work as begun; false when nobody waits for it any more. */
  beginVideo(attempt: VideoAttempt): Promise<boolean>;
  /** Makes the MP4 and stores it; answers where, or null when it was cancelled or its item is gone. */
  renderVideo(attempt: VideoAttempt): Promise<{ videoKey: string; bytes: number } | null>;
  /** False when it was cancelled meanwhile; what was stored is removed then. */
  finishVideo(attempt: VideoAttempt, stored: { videoKey: string; bytes: number }): Promise<boolean>;
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

  async function decode(item: HistoryItem) {
    const object = await storage.get(item.audio.audioKey);
    if (!object || !isOutputFormat(item.audio.outputFormat)) throw new Error(`the sound of ${item.id} is gone`);
    return transcoder.decode(await object.bytes(), item.audio.outputFormat);
  }

  return {
    beginVideo: (attempt) => change(attempt, { state: "running" }),

    async renderVideo(attempt) {
      const video = await selectVideoById(database, attempt.id);
      if (video?.state !== "running" || video.attempt !== attempt.attempt) return null;
      const { workspaceId, historyItemId, theme, shape } = video;
      const [item, timings] = await Promise.all([
        history.getItem(workspaceId, historyItemId),
        history.getTimings(workspaceId, historyItemId),
      ]);
      const [speech, { pcm, sampleRateHz }] = await Promise.all([shownSpeechOf(database, item), decode(item)]);
      const words = timedWords(item.text, timings.alignment, item.language);

      let cancelled = false;
      let reportedAtMs = 0;
      const report = async (done: number) => {
        if (cancelled) throw new Error("cancelled");
        if (nowMs() - reportedAtMs < REPORT_EVERY_MS) return;
        reportedAtMs = nowMs();
        cancelled = !(await change(attempt, { progress: Math.min(1, Math.max(0, done)) * RENDERED_PROGRESS }));
        if (cancelled) throw new Error("cancelled");
      };
      try {
        const mp4 = await media.renderVideo({ theme, shape, speech, words, pcm: streamOf(pcm), sampleRateHz }, report);
        const videoKey = `workspaces/${workspaceId}/videos/${historyItemId}/${video.id}-${video.attempt}.mp4`;
        await storage.put(videoKey, mp4, { httpMetadata: { contentType: "video/mp4" } });
        return { videoKey, bytes: mp4.byteLength };
      } catch (error) {
        if (cancelled) return null;
        throw error;
      }
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

/** A byte stream, as the platform carries it from worker to worker. */
function streamOf(pcm: Uint8Array): ReadableStream<Uint8Array> {
  // Typed as nullable in general; what has bytes has a body.
  return new Response(pcm as BodyInit).body!;
}
