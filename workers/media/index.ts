import { WorkerEntrypoint } from "cloudflare:workers";
import { renderCard } from "./cards/render-card";
import type { MediaEnvironment } from "./fonts/load-asset";
import { workerFonts } from "./fonts/worker-fonts";
import type { CardRequest } from "./protocol";

/** Makes the pictures and videos of shared items. */
export default class MediaWorker extends WorkerEntrypoint<MediaEnvironment> {
  async fetch(): Promise<Response> {
    return new Response("Not found", { status: 404 });
  }

  /** Answers when the worker is up, for `/readyz`. */
  ready(): boolean {
    return true;
  }

  /** A PNG of 1200 by 630 pixels. */
  renderCard(request: CardRequest): Promise<Uint8Array> {
    return renderCard(request, workerFonts(this.env));
  }
}
