import { and, eq } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { users } from "../../../../db/schema";

export async function markModerationWarningDismissed(database: Database, userId: string, nowMs: number): Promise<void> {
  await database.update(users).set({ moderationWarningDismissedAtMs: nowMs }).where(eq(users.id, userId));
}

/** Notes that somebody asked; what was granted stays granted. */
export async function markAlphaAccessRequested(database: Database, userId: string): Promise<void> {
  await database
    .update(users)
    .set({ alphaAccess: "requested" })
    .where(and(eq(users.id, userId), eq(users.alphaAccess, "none")));
}

export async function setGeoLocation(database: Database, userId: string, geoLocation: string): Promise<void> {
  await database.update(users).set({ geoLocation }).where(eq(users.id, userId));
}
