import type { AccountsDependencies } from "../dependencies";

/** Closes the sockets of sessions that have ended, and lets their tabs leave. */
export function announceEnded(
  { events, waitUntil }: Pick<AccountsDependencies, "events" | "waitUntil">,
  ended: { sessionId: string; workspaceId: string }[],
): void {
  for (const { sessionId, workspaceId } of ended)
    waitUntil(events.publish(workspaceId, [{ type: "session_ended", sessionId }]));
}
