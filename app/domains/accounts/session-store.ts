import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { sessions, users, workspaceMembers } from "../../../db/schema";

export type NewSession = typeof sessions.$inferInsert;

/** A session that is neither revoked nor expired and whose person still belongs to its workspace, or undefined. */
export async function findLiveSession(database: Database, sessionId: string, nowMs: number) {
  const rows = await database
    .select({ session: sessions, user: users, role: workspaceMembers.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, sessions.workspaceId), eq(workspaceMembers.userId, sessions.userId)),
    )
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAtMs), gt(sessions.expiresAtMs, nowMs)))
    .limit(1);
  return rows[0];
}

export async function insertSession(database: Database, session: NewSession): Promise<void> {
  await database.insert(sessions).values(session);
}

/** Notes that a session was used and moves its expiry on. */
export async function touchSession(
  database: Database,
  sessionId: string,
  times: { lastSeenAtMs: number; expiresAtMs: number },
): Promise<void> {
  await database
    .update(sessions)
    .set(times)
    .where(
      and(eq(sessions.id, sessionId), isNull(sessions.revokedAtMs), lt(sessions.lastSeenAtMs, times.lastSeenAtMs)),
    );
}

/** Ends a session; undefined when there was none to end. */
export async function revokeSession(database: Database, sessionId: string, nowMs: number) {
  const rows = await database
    .update(sessions)
    .set({ revokedAtMs: nowMs })
    .where(and(eq(sessions.id, sessionId), isNull(sessions.revokedAtMs)))
    .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId });
  return rows[0];
}

/** Ends every session of a person and answers which. A statement, so that it can be part of a batch. */
export function revokeSessionsOfUser(database: Database, userId: string, nowMs: number) {
  return database
    .update(sessions)
    .set({ revokedAtMs: nowMs })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAtMs)))
    .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId });
}

/** Removes sessions nobody can use any more. */
export async function deleteEndedSessions(database: Database, beforeMs: number): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expiresAtMs, beforeMs));
}
