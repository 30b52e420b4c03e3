import { and, desc, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { sessions, workspaces } from "../../../../db/schema";
import { isLive } from "../session-store";

/** A person's live sessions, the one used last first. */
export async function selectLiveSessions(database: Database, userId: string, nowMs: number) {
  const rows = await database
    .select({ session: sessions })
    .from(sessions)
    .innerJoin(workspaces, eq(workspaces.id, sessions.workspaceId))
    .where(and(eq(sessions.userId, userId), isLive(nowMs)))
    .orderBy(desc(sessions.lastSeenAtMs), desc(sessions.id));
  return rows.map(({ session }) => session);
}

/** Ends one session of a person; undefined where it is nobody's, somebody else's, or has ended. A statement. */
export function revokeSessionOf(database: Database, person: { userId: string; sessionId: string }, nowMs: number) {
  return database
    .update(sessions)
    .set({ revokedAtMs: nowMs })
    .where(and(eq(sessions.id, person.sessionId), eq(sessions.userId, person.userId), isNull(sessions.revokedAtMs)))
    .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId });
}
