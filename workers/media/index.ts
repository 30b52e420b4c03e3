import { WorkerEntrypoint } from "cloudflare:workers";

/** Pictures and video of shared items are made here; sharing brings the first of them. */
export default class MediaWorker extends WorkerEntrypoint {
  async fetch(): Promise<Response> {
    return new Response("Not found", { status: 404 });
  }

  /** Answers when the worker is up, for `/readyz`. */
  ready(): boolean {
    return true;
  }
}
