/**
 * Answers the browser's calls about videos in place of the server, so that each state can be held still and each failure
 * provoked. The real making is tested over the API.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page, WebSocketRoute } from "@playwright/test";

export interface VideoAnswer {
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  progress?: number;
  error?: string | null;
}

export interface AnsweredVideos {
  /** What asking and looking answer from now on. */
  answer: VideoAnswer | { refusedWith: number; message: string };
  /** Null: a picture. */
  previewProblem: { status: number; message: string } | null;
  /** `METHOD theme shape` of each call, `PICTURE theme` for previews. */
  calls: string[];
  /** Sends what the channel sends. */
  report(event: { history_item_id: string; theme: string; shape: string; state: string; progress: number }): void;
}

const PICTURE = ["-f", "lavfi", "-i", "testsrc=size=1200x630:duration=1", "-frames:v", "1"];
const CLIP = [
  ...["-f", "lavfi", "-i", "testsrc=size=360x360:rate=24:duration=2"],
  ...["-f", "lavfi", "-i", "sine=frequency=330:duration=2"],
  ...["-c:v", "libx264", "-pix_fmt", "yuv420p", "-c:a", "aac", "-movflags", "+faststart"],
];

function madeByFfmpeg(options: string[], name: string): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), "video-"));
  try {
    execFileSync("ffmpeg", ["-v", "error", ...options, path.join(folder, name)]);
    return readFileSync(path.join(folder, name));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export async function answerVideos(page: Page): Promise<AnsweredVideos> {
  const picture = madeByFfmpeg(PICTURE, "card.png");
  const clip = madeByFfmpeg(CLIP, "clip.mp4");
  let channel: WebSocketRoute | undefined;
  // Far above those of the real channel, which must not be mistaken for old ones.
  let sequence = 1_000_000;
  const videos: AnsweredVideos = {
    answer: { state: "done" },
    previewProblem: null,
    calls: [],
    report(event) {
      const message = { type: "event", sequence: ++sequence, collection: "videos", ids: [event.history_item_id] };
      channel?.send(JSON.stringify({ ...message, event: { type: "video_progress", ...event } }));
    },
  };
  await page.routeWebSocket(/\/v1\/realtime/, (route) => {
    channel = route;
    route.connectToServer();
  });
  const problem = (message: string) => JSON.stringify({ detail: { status: "x", message } });

  await page.route(/\/v1\/history\/[^/]+\/video-preview\?/, (route) => {
    videos.calls.push(`PICTURE ${new URL(route.request().url()).searchParams.get("theme")}`);
    if (!videos.previewProblem) return route.fulfill({ body: picture, contentType: "image/png" });
    const { status, message } = videos.previewProblem;
    return route.fulfill({ status, body: problem(message), contentType: "application/json" });
  });
  await page.route(/\/v1\/history\/[^/]+\/video\?/, (route) => {
    const { searchParams, pathname } = new URL(route.request().url());
    videos.calls.push(`${route.request().method()} ${searchParams.get("theme")} ${searchParams.get("shape")}`);
    if ("refusedWith" in videos.answer) {
      const { refusedWith: status, message } = videos.answer;
      return route.fulfill({ status, body: problem(message), contentType: "application/json" });
    }
    const { state, progress = 0, error = null } = videos.answer;
    const video_url = state === "done" ? `${pathname}/file?${searchParams}` : null;
    return route.fulfill({ json: { video_url, state, progress, error } });
  });
  await page.route(/\/v1\/history\/[^/]+\/video\/file\?/, (route) =>
    route.fulfill({ body: clip, contentType: "video/mp4" }),
  );
  return videos;
}
