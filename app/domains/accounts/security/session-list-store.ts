import { and, desc, eq, exists, isNull, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db/client";
import { sessions, workspaces } from "../../../../db/schema";
import { isLive, isVisitOf } from "../session-store";

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

const ownSessions = alias(sessions, "own_sessions");

/**
 * Ends one session of a person, and their visits for support, which may have begun in that browser; answers which. None
 * where it is nobody's, somebody else's, or has ended. A statement.
 */
export function revokeSessionOf(database: Database, person: { userId: string; sessionId: string }, nowMs: number) {
  const { userId, sessionId } = person;
  const isOwn = and(eq(ownSessions.id, sessionId), eq(ownSessions.userId, userId), isNull(ownSessions.supportAccessId));
  const hasIt = exists(database.select({ one: sql`1` }).from(ownSessions).where(isOwn));
  const isIt = and(eq(sessions.id, sessionId), eq(sessions.userId, userId));
  return database
    .update(sessions)
    .set({ revokedAtMs: nowMs })
    .where(and(or(isIt, and(isVisitOf(database, userId), hasIt)), isNull(sessions.revokedAtMs)))
    .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId });
}
