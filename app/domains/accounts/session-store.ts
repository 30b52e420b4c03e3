import { and, eq, gt, inArray, isNull, lt, ne, or, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../db/client";
import { accountDeletions, sessions, supportAccess, users, workspaceMembers, workspaces } from "../../../db/schema";
import { isStaffEmail } from "./support-access/rules";

export type NewSession = typeof sessions.$inferInsert;

const visitors = alias(users, "visitors");

/** Where a session is looked up, and the domains of those who may be in accounts of others. */
export interface SessionPlace {
  database: Database;
  staffDomains: readonly string[];
}

/**
 * A session that is neither revoked nor expired and whose person still belongs to its workspace, or undefined. That of
 * somebody from support only while they are of the house.
 */
export async function findLiveSession({ database, staffDomains }: SessionPlace, sessionId: string, nowMs: number) {
  const rows = await database
    .select({
      session: sessions,
      user: users,
      role: workspaceMembers.role,
      inactivityTimeoutSeconds: workspaces.sessionInactivityTimeoutSeconds,
      /** Where the person has asked for the end of their account. */
      eraseAtMs: accountDeletions.eraseAtMs,
      visitor: { email: visitors.email, emailVerifiedAtMs: visitors.emailVerifiedAtMs },
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .innerJoin(
      workspaceMembers,
      and(eq(workspaceMembers.workspaceId, sessions.workspaceId), eq(workspaceMembers.userId, sessions.userId)),
    )
    .innerJoin(workspaces, eq(workspaces.id, sessions.workspaceId))
    .leftJoin(accountDeletions, eq(accountDeletions.userId, sessions.userId))
    .leftJoin(supportAccess, eq(supportAccess.id, sessions.supportAccessId))
    .leftJoin(visitors, eq(visitors.id, supportAccess.staffUserId))
    .where(and(eq(sessions.id, sessionId), isLive(nowMs)))
    .limit(1);
  const [live] = rows;
  if (!live || live.session.supportAccessId === null) return live;
  const { visitor } = live;
  return visitor && visitor.emailVerifiedAtMs !== null && isStaffEmail(visitor.email, staffDomains) ? live : undefined;
}

/**
 * Neither revoked nor expired, and used lately enough for its workspace, which must be joined. Without a timeout of the
 * workspace every session is. Source: spec 000, section 4 ("Sessions").
 */
export const isLive = (nowMs: number) =>
  and(
    isNull(sessions.revokedAtMs),
    gt(sessions.expiresAtMs, nowMs),
    or(
      isNull(workspaces.sessionInactivityTimeoutSeconds),
      gt(sql`${sessions.lastSeenAtMs} + ${workspaces.sessionInactivityTimeoutSeconds} * 1000`, nowMs),
    ),
  );

/** When a session ends unless it is used again. */
export function endOfSessionMs(
  { expiresAtMs, lastSeenAtMs }: { expiresAtMs: number; lastSeenAtMs: number },
  inactivityTimeoutSeconds: number | null,
): number {
  return inactivityTimeoutSeconds === null
    ? expiresAtMs
    : Math.min(expiresAtMs, lastSeenAtMs + inactivityTimeoutSeconds * 1000);
}

const SEEN_IS_NOTED_EVERY_MS = 5 * 60_000;
/** With a timeout, a session's last use is known to a fifth of it. */
const NOTES_PER_TIMEOUT = 5;

/** Whether a use has to be noted: seldom, as every page and call is one. */
export function isUseToNote(
  { lastSeenAtMs }: { lastSeenAtMs: number },
  inactivityTimeoutSeconds: number | null,
  nowMs: number,
): boolean {
  const noteEveryMs = Math.min(
    SEEN_IS_NOTED_EVERY_MS,
    ((inactivityTimeoutSeconds ?? Number.POSITIVE_INFINITY) * 1000) / NOTES_PER_TIMEOUT,
  );
  return lastSeenAtMs < nowMs - noteEveryMs;
}

/** Notes that a session was used and moves its expiry on. */
export async function touchSession(
  database: Database,
  sessionId: string,
  times: { lastSeenAtMs: number; expiresAtMs?: number },
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

/** Of sessions: those in which a person of the house is in accounts of others. */
export const isVisitOf = (database: Database, staffUserId: string) =>
  inArray(
    sessions.supportAccessId,
    database.select({ id: supportAccess.id }).from(supportAccess).where(eq(supportAccess.staffUserId, staffUserId)),
  );

/** Of sessions: a person's own, and their visits: whoever is shut out of an account is shut out of where it led. */
const isSessionBy = (database: Database, userId: string) =>
  or(eq(sessions.userId, userId), isVisitOf(database, userId));

/**
 * Ends every session of a person, with their visits for support, and answers which. A statement, so that it can be part of a
 * batch.
 */
export function revokeSessionsOfUser(database: Database, userId: string, nowMs: number) {
  return database
    .update(sessions)
    .set({ revokedAtMs: nowMs })
    .where(and(isSessionBy(database, userId), isNull(sessions.revokedAtMs)))
    .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId });
}

/** Ends the sessions of a person but one, and answers which. A statement, as `revokeSessionsOfUser`. */
export function revokeOtherSessions(database: Database, person: { userId: string; sessionId: string }, nowMs: number) {
  return database
    .update(sessions)
    .set({ revokedAtMs: nowMs })
    .where(and(isSessionBy(database, person.userId), ne(sessions.id, person.sessionId), isNull(sessions.revokedAtMs)))
    .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId });
}

/** Removes sessions nobody can use any more. */
export async function deleteEndedSessions(database: Database, beforeMs: number): Promise<void> {
  await database.delete(sessions).where(lt(sessions.expiresAtMs, beforeMs));
}
