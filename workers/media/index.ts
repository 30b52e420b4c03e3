import { WorkerEntrypoint } from "cloudflare:workers";
import { renderCard } from "./cards/render-card";
import { workerFonts } from "./fonts/worker-fonts";
import type { CardRequest, MediaService, VideoRequest } from "./protocol";
import { renderVideo } from "./video/render-video";
import { settingsProblems, type VideoEnvironment, workerTools } from "./video/worker-tools";

/** Makes the pictures and videos of shared items. */
export default class MediaWorker extends WorkerEntrypoint<VideoEnvironment> implements MediaService {
  async fetch(): Promise<Response> {
    return new Response("Not found", { status: 404 });
  }

  /** Answers when the worker is up, for `/readyz`: a sentence for each malformed setting. */
  settingsProblems(): string[] {
    return settingsProblems(this.env);
  }

  /** A PNG of 1200 by 630 pixels. */
  renderCard(request: CardRequest): Promise<Uint8Array> {
    return renderCard(request, workerFonts(this.env));
  }

  /** An MP4 that can be played while it is loaded; see `MediaService`. */
  async renderVideo(request: VideoRequest, onProgress: (done: number) => Promise<void> | void): Promise<Uint8Array> {
    return renderVideo(request, onProgress, workerTools(this.env));
  }
}
