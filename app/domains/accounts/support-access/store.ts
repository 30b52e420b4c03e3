import { and, desc, eq, exists, gt, inArray, isNotNull, isNull } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { sessions, supportAccess, users } from "../../../../db/schema";
import { sessionLives, valuesWhile } from "../security/conditional-rows-store";
import type { PersonInSession } from "../security/step-up";
import type { NewSession } from "../session-store";
import { hasAddress } from "../user-store";

export type StoredAccess = typeof supportAccess.$inferSelect;

/** A statement that stores a request. */
export function insertRequest(
  database: Database,
  request: Pick<StoredAccess, "id" | "userId" | "staffUserId" | "staffEmail" | "reason" | "requestedAtMs">,
) {
  return database.insert(supportAccess).values(request);
}

/** A visit or request of anybody's; whoever has its mailed link has the right to it. */
export async function findAccess(database: Database, accessId: string): Promise<StoredAccess | undefined> {
  const rows = await database.select().from(supportAccess).where(eq(supportAccess.id, accessId)).limit(1);
  return rows[0];
}

/** A visit or request that somebody of the staff asked for. */
export async function findAccessOfStaff(
  database: Database,
  staffUserId: string,
  accessId: string,
): Promise<StoredAccess | undefined> {
  const rows = await database
    .select()
    .from(supportAccess)
    .where(and(eq(supportAccess.staffUserId, staffUserId), eq(supportAccess.id, accessId)))
    .limit(1);
  return rows[0];
}

/**
 * Opens what was asked for, once; undefined when it was opened or ended before, and where the owner has another address by
 * now than the one the link was mailed to.
 */
export async function openAccess(
  database: Database,
  request: { accessId: string; userId: string; email: string },
  times: { grantedAtMs: number; expiresAtMs: number },
): Promise<StoredAccess | undefined> {
  const rows = await database
    .update(supportAccess)
    .set(times)
    .where(
      and(
        eq(supportAccess.id, request.accessId),
        eq(supportAccess.userId, request.userId),
        isNull(supportAccess.grantedAtMs),
        isNull(supportAccess.revokedAtMs),
        hasAddress(database, request),
      ),
    )
    .returning();
  return rows[0];
}

const isOpen = (nowMs: number) =>
  and(isNotNull(supportAccess.grantedAtMs), isNull(supportAccess.revokedAtMs), gt(supportAccess.expiresAtMs, nowMs));

/**
 * Opens somebody's visit while their grant is open and the session lives in which they ask for it, in one statement: the owner
 * may just have ended the one, and they the other. Answers whether it did.
 */
export async function insertVisitWhile(
  database: Database,
  visit: NewSession & { supportAccessId: string },
  staff: PersonInSession,
  nowMs: number,
): Promise<boolean> {
  const grant = database
    .select({ id: supportAccess.id })
    .from(supportAccess)
    .where(
      and(eq(supportAccess.id, visit.supportAccessId), eq(supportAccess.staffUserId, staff.userId), isOpen(nowMs)),
    );
  const condition = and(eq(users.id, visit.userId), exists(grant), sessionLives(database, staff));
  const rows = await database
    .insert(sessions)
    .select(valuesWhile(sessions, visit, condition))
    .returning({ id: sessions.id });
  return rows.length > 0;
}

/** What an owner has granted and is open now, the newest first. */
export async function listOpenOfOwner(database: Database, userId: string, nowMs: number): Promise<StoredAccess[]> {
  return database
    .select()
    .from(supportAccess)
    .where(and(eq(supportAccess.userId, userId), isOpen(nowMs)))
    .orderBy(desc(supportAccess.grantedAtMs));
}

/** Whatever an owner has ever granted, the newest first. */
export async function listGrantedByOwner(database: Database, userId: string, limit: number): Promise<StoredAccess[]> {
  return database
    .select()
    .from(supportAccess)
    .where(and(eq(supportAccess.userId, userId), isNotNull(supportAccess.grantedAtMs)))
    .orderBy(desc(supportAccess.grantedAtMs))
    .limit(limit);
}

/** What somebody from support may open now, with the owners. */
export async function listOpenOfStaff(database: Database, staffUserId: string, nowMs: number) {
  return database
    .select({ access: supportAccess, ownerEmail: users.email })
    .from(supportAccess)
    .innerJoin(users, eq(users.id, supportAccess.userId))
    .where(and(eq(supportAccess.staffUserId, staffUserId), isOpen(nowMs)))
    .orderBy(desc(supportAccess.grantedAtMs));
}

/** Ends an open access of an owner and every session that used it; answers those sessions, or undefined for none to end. */
export async function endAccess(database: Database, userId: string, accessId: string, nowMs: number) {
  const [ended, closed] = await database.batch([
    database
      .update(supportAccess)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(supportAccess.id, accessId), eq(supportAccess.userId, userId), isOpen(nowMs)))
      .returning(),
    database
      .update(sessions)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(sessions.supportAccessId, accessId), eq(sessions.userId, userId), isNull(sessions.revokedAtMs)))
      .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId }),
  ]);
  const access = ended[0];
  return access && { access, sessions: closed };
}

/** A statement that ends whatever an owner has granted and is open; their sessions are ended by who calls. */
export function endAllOfOwner(database: Database, userId: string, nowMs: number) {
  return database
    .update(supportAccess)
    .set({ revokedAtMs: nowMs })
    .where(and(eq(supportAccess.userId, userId), isOpen(nowMs)));
}

/** Ends every access of somebody from support, whose account is closed; answers the sessions that used them. */
export function endAllOfStaff(database: Database, staffUserId: string, nowMs: number) {
  const ofStaff = database
    .select({ id: supportAccess.id })
    .from(supportAccess)
    .where(eq(supportAccess.staffUserId, staffUserId));
  return [
    database
      .update(supportAccess)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(supportAccess.staffUserId, staffUserId), isNull(supportAccess.revokedAtMs))),
    database
      .update(sessions)
      .set({ revokedAtMs: nowMs })
      .where(
        and(
          isNull(sessions.revokedAtMs),
          isNotNull(sessions.supportAccessId),
          inArray(sessions.supportAccessId, ofStaff),
        ),
      )
      .returning({ sessionId: sessions.id, workspaceId: sessions.workspaceId }),
  ] as const;
}
