/** The media worker, as sharing sees it. */
import { sharingMessages } from "../../app/domains/sharing/messages";
import type { MediaPort } from "../../app/domains/sharing/ports";
import { AppError } from "../../app/lib/app-error";
import type { MediaService } from "../media/protocol";
import { released } from "./released";

/** Calls over the binding. A method that the other side does not have is a refusal that says what to deploy. */
export function mediaPort(media: MediaService): MediaPort {
  return {
    renderCard: (request) => named("renderCard", () => media.renderCard(request)),
    renderVideo: (request, onProgress) => named("renderVideo", () => media.renderVideo(request, onProgress)),
  };
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
