/** How long sessions of a workspace may stay unused. Source: spec 000, sections 3 and 4 (session_inactivity_timeout). */
import { eq } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { workspaces } from "../../../db/schema";

export const MIN_TIMEOUT_SECONDS = 5 * 60;
export const MAX_TIMEOUT_SECONDS = 30 * 86_400;

/** Whether a timeout can be set: whole seconds, from five minutes to 30 days; null: none. */
export function isTimeout(seconds: number | null): boolean {
  return (
    seconds === null || (Number.isInteger(seconds) && seconds >= MIN_TIMEOUT_SECONDS && seconds <= MAX_TIMEOUT_SECONDS)
  );
}

/** Seconds; null where sessions do not end by themselves. */
export async function selectSessionTimeout(database: Database, workspaceId: string): Promise<number | null> {
  const rows = await database
    .select({ seconds: workspaces.sessionInactivityTimeoutSeconds })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
    .limit(1);
  return rows[0]?.seconds ?? null;
}

export async function updateSessionTimeout(
  database: Database,
  workspaceId: string,
  seconds: number | null,
): Promise<void> {
  await database
    .update(workspaces)
    .set({ sessionInactivityTimeoutSeconds: seconds })
    .where(eq(workspaces.id, workspaceId));
}
