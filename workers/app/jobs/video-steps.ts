/** How a video is made, as steps of a workflow: each step may run again after a crash. */
import type { StoredVideo, VideoAttempt, VideoMaking } from "../../../app/domains/sharing/video-work";
import { AppError } from "../../../app/lib/app-error";
import { log } from "../log";
import { released } from "../released";
import type { Steps } from "./archive-steps";

const RETRIES = { retries: { limit: 3, delay: "1 second", backoff: "exponential" }, timeout: "2 minutes" } as const;
/** A render that fails twice fails a third time. */
const RENDER_RETRIES = { ...RETRIES, retries: { ...RETRIES.retries, limit: 2 }, timeout: "15 minutes" } as const;

/** What the rendering came to. A refusal stays one at the next try, so it is no error of the step. */
type Rendered = StoredVideo | { refusal: string } | "no_place" | null;

/** Makes the video, or leaves off when it was cancelled. After the last try it is marked as failed, and this rejects. */
export async function makeVideo(step: Steps, attempt: VideoAttempt, sharing: VideoMaking): Promise<void> {
  try {
    let rendered: Rendered = "no_place";
    // A step for each turn, so that none lasts for as long as the queue of videos.
    for (let turn = 1; rendered === "no_place"; turn++) {
      const name = turn === 1 ? "render" : `render, turn ${turn}`;
      rendered = released(await step.do(name, RENDER_RETRIES, () => render(attempt, sharing)));
    }
    if (rendered === null) return;
    if ("refusal" in rendered) throw new AppError("generation_failed", 500, rendered.refusal);
    const stored = rendered;
    await step.do("finish", RETRIES, () => sharing.finishVideo(attempt, stored));
  } catch (error) {
    log.error("video_failed", error, { videoId: attempt.id, attempt: attempt.attempt });
    await step.do("fail", RETRIES, () => sharing.failVideo(attempt, error));
    throw error;
  }
}

async function render(attempt: VideoAttempt, sharing: VideoMaking): Promise<Rendered> {
  try {
    return await sharing.renderVideo(attempt);
  } catch (error) {
    if (error instanceof AppError && (error.status < 500 || error.code === "engine_not_configured")) {
      return { refusal: error.userMessage };
    }
    throw error;
  }
}
