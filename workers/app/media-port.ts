/** The media worker, as sharing sees it. */
import { sharingMessages } from "../../app/domains/sharing/messages";
import type { MediaPort } from "../../app/domains/sharing/ports";
import { AppError } from "../../app/lib/app-error";
import type { MediaService } from "../media/protocol";
import { released } from "./released";

/**
 * Calls over the binding. A method that the other side does not have is a refusal that says what to deploy; whoever waits for
 * a picture while the worker is away is told to come again. A video's work comes again by itself.
 */
export function mediaPort(media: MediaService): MediaPort {
  return {
    renderCard: (request) => awaited(() => named("renderCard", () => media.renderCard(request))),
    renderVideo: (request, onProgress) => named("renderVideo", () => media.renderVideo(request, onProgress)),
  };
}

async function awaited<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (cause) {
    // So workerd words that the other side has ended, or is not there yet.
    if (/network connection lost|connection refused|disconnected/i.test(String(cause))) {
      throw new AppError("system_busy", 503, sharingMessages.mediaAway, { cause, retryAfterSeconds: 1 });
    }
    throw cause;
  }
}

async function named<T>(method: string, call: () => Promise<T>): Promise<T> {
  try {
    return released(await call());
  } catch (cause) {
    // So workerd words it.
    if (/does not implement the method/i.test(String(cause))) {
      throw new AppError("engine_not_configured", 503, sharingMessages.mediaMissing(method), { cause });
    }
    throw cause;
  }
}
