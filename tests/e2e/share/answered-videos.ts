/** Answers the browser's calls about videos in place of the server, so that each state can be held. The real making is tested over the API. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "@playwright/test";

export interface VideoAnswer {
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  progress?: number;
  error?: string | null;
}

export interface AnsweredVideos {
  /** What asking and looking answer from now on. */
  answer: VideoAnswer;
  /** `METHOD theme shape` of each call. */
  calls: string[];
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

/** Made once for all tests of a file. */
let made: { picture: Buffer; clip: Buffer } | undefined;

export async function answerVideos(page: Page): Promise<AnsweredVideos> {
  made ??= { picture: madeByFfmpeg(PICTURE, "card.png"), clip: madeByFfmpeg(CLIP, "clip.mp4") };
  const { picture, clip } = made;
  const videos: AnsweredVideos = { answer: { state: "done" }, calls: [] };
  await page.route(/\/v1\/history\/[^/]+\/video-preview\?/, (route) =>
    route.fulfill({ body: picture, contentType: "image/png" }),
  );
  await page.route(/\/v1\/history\/[^/]+\/video\?/, (route) => {
    const { searchParams, pathname } = new URL(route.request().url());
    videos.calls.push(`${route.request().method()} ${searchParams.get("theme")} ${searchParams.get("shape")}`);
    const { state, progress = 0, error = null } = videos.answer;
    const video_url = state === "done" ? `${pathname}/file?${searchParams}` : null;
    return route.fulfill({ json: { video_url, state, progress, error } });
  });
  await page.route(/\/v1\/history\/[^/]+\/video\/file\?/, (route) =>
    route.fulfill({ body: clip, contentType: "video/mp4" }),
  );
  return videos;
}
