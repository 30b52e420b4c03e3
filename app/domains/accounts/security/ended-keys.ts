import type { AccountsDependencies } from "../dependencies";

/** Closes the sockets that API keys opened which are gone. Called after the commit that took them away. */
export function announceKeysEnded(
  { events, waitUntil }: Pick<AccountsDependencies, "events" | "waitUntil">,
  ended: { apiKeyId: string; workspaceId: string }[],
): void {
  for (const { apiKeyId, workspaceId } of ended)
    waitUntil(events.publish(workspaceId, [{ type: "key_ended", apiKeyId }]));
}
