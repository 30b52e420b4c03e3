/** Who may share, and what may become a video. Source: spec 000, sections 5 and 6. */
import { AppError } from "../../lib/app-error";
import type { BillingService } from "../billing/service";
import type { HistoryItem } from "../history/schema";
import type { WorkspacesService } from "../workspaces/service";
import { sharingMessages } from "./messages";
import { maySharePublicly } from "./rules";

export interface PermissionDependencies {
  billing: Pick<BillingService, "getSubscription">;
  workspaces: Pick<WorkspacesService, "getFeatures">;
}

export function createPermission({ billing, workspaces }: PermissionDependencies) {
  return {
    /** @throws AppError forbidden (403) for enterprise workspaces without the feature of videos. */
    async requireSharing(workspaceId: string): Promise<void> {
      const [{ tier }, features] = await Promise.all([
        billing.getSubscription(workspaceId),
        workspaces.getFeatures(workspaceId),
      ]);
      if (!maySharePublicly(tier, features.text_to_speech_video))
        throw new AppError("forbidden", 403, sharingMessages.notShareable);
    },

    /** @throws AppError forbidden (403) where videos are not switched on, invalid_request (400) for what is no speech. */
    async requireVideo(item: HistoryItem): Promise<void> {
      const features = await workspaces.getFeatures(item.workspaceId);
      if (!features.text_to_speech_video) throw new AppError("forbidden", 403, sharingMessages.videoNotEnabled);
      if (item.source !== "TTS") throw new AppError("invalid_request", 400, sharingMessages.onlyTextToSpeech);
    },
  };
}

export type Permission = ReturnType<typeof createPermission>;
