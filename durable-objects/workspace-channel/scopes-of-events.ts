/** Which scope reads elsewhere in the API what an event tells: a key hears no more than it may ask for. */
import type { ApiKeyScope } from "../../app/domains/accounts/api-key-scopes";
import type { RealtimeEvent } from "./protocol";

export const SCOPE_OF_EVENT: Readonly<Record<RealtimeEvent["type"], ApiKeyScope>> = {
  // As `GET /v1/user/subscription`.
  credits_changed: "user_read",
  history_added: "speech_history_read",
  history_deleted: "speech_history_read",
  history_restored: "speech_history_read",
  archive_progress: "speech_history_read",
  // As the rows of sharing.
  video_progress: "speech_history_read",
  export_progress: "user_read",
  user_changed: "user_read",
  workspace_changed: "workspace_read",
};
