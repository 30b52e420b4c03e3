/**
 * Tells open tabs that the document of a person or of a workspace has changed. Services call these after their commit;
 * nobody waits for them, and a tab that misses one catches up when it connects again.
 * Source: spec 000, section 7 ("Realtime: subscriptions to workspace and user documents").
 */
import type { UserField, WorkspaceField } from "../workspaces/changed-fields";
import type { AccountsDependencies } from "./dependencies";

/**
 * Tells the person's own tabs, in whichever of their workspaces those are, and nobody else's.
 *
 * @param changed what changed; values are not sent, tabs load what they show
 */
export function publishUserChanged(
  { workspaces, events, waitUntil }: Pick<AccountsDependencies, "workspaces" | "events" | "waitUntil">,
  userId: string,
  changed: UserField[],
): void {
  waitUntil(
    (async () => {
      const workspaceIds = await workspaces.listWorkspaceIds(userId);
      await Promise.all(workspaceIds.map((id) => events.publish(id, [{ type: "user_changed", userId, changed }])));
    })(),
  );
}

/** Tells every tab that has the workspace open. */
export function publishWorkspaceChanged(
  { events, waitUntil }: Pick<AccountsDependencies, "events" | "waitUntil">,
  workspaceId: string,
  changed: WorkspaceField[],
): void {
  waitUntil(events.publish(workspaceId, [{ type: "workspace_changed", changed }]));
}
