import { and, asc, eq, gt, inArray, isNull, lt, lte, ne, notExists, or, type SQL, sql } from "drizzle-orm";
import type { AnySQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../../../db/client";
import {
  accountDeletions,
  actionCodes,
  dataExports,
  pendingSignIns,
  singleUseTokens,
  supportAccess,
  workspaceMembers,
  workspaces,
} from "../../../../db/schema";
import { type Acting, stillActs } from "../security/conditional-rows-store";
import type { Member } from "./rules";

/** The condition that nobody with this id has asked for the end of their account. */
export const isNotLeaving = (userId: AnySQLiteColumn) =>
  sql`NOT EXISTS (SELECT 1 FROM ${accountDeletions} WHERE ${accountDeletions.userId} = ${userId})`;

export async function findDeletion(database: Database, userId: string) {
  const rows = await database.select().from(accountDeletions).where(eq(accountDeletions.userId, userId)).limit(1);
  return rows[0];
}

/**
 * Statements that close an account: the date of its end, and everything by which somebody could still get in, but the links
 * that give an address back: whoever took the account by a change of address must not be rid of them by closing it. For an
 * account that is closed already their batch fails and changes nothing, since the link that keeps it would end as well; and
 * so it does where the session has ended in which that was asked, as by an undo: a time cannot be null. They come before
 * what ends that session.
 */
export function closingStatements(database: Database, asking: Acting, times: { nowMs: number; eraseAtMs: number }) {
  const { userId } = asking;
  const { nowMs, eraseAtMs } = times;
  const eraseWhile = sql<number>`CASE WHEN ${stillActs(database, asking)} THEN ${eraseAtMs} END`;
  return [
    database.insert(accountDeletions).values({ userId, requestedAtMs: nowMs, eraseAtMs: eraseWhile }),
    database
      .update(actionCodes)
      .set({ usedAtMs: nowMs })
      .where(and(eq(actionCodes.userId, userId), ne(actionCodes.mode, "revertEmail"), isNull(actionCodes.usedAtMs))),
    database.delete(singleUseTokens).where(eq(singleUseTokens.userId, userId)),
    database.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId)),
    database
      .update(supportAccess)
      .set({ revokedAtMs: nowMs })
      .where(and(eq(supportAccess.userId, userId), isNull(supportAccess.revokedAtMs))),
    database
      .update(dataExports)
      .set({ state: "cancelled", finishedAtMs: nowMs })
      .where(and(eq(dataExports.userId, userId), inArray(dataExports.state, ["queued", "running"]))),
  ] as const;
}

/**
 * A statement that takes the wish back, unless erasing has begun, while a condition holds, and answers a row where there was
 * one.
 */
export function removeDeletion(database: Database, userId: string, condition?: SQL) {
  return database
    .delete(accountDeletions)
    .where(and(eq(accountDeletions.userId, userId), isNull(accountDeletions.erasingSinceMs), condition))
    .returning({ userId: accountDeletions.userId });
}

const LEASE_MS = 30 * 60_000;
/** An erasure that has begun, and that nobody is at. */
const BEGUN_MS = 1;

const isDue = (database: Database, nowMs: number) =>
  and(
    lte(accountDeletions.eraseAtMs, nowMs),
    or(
      and(isNull(accountDeletions.erasingSinceMs), notExists(undosAtWork(database, nowMs))),
      lt(accountDeletions.erasingSinceMs, nowMs - LEASE_MS),
    ),
  );

/** Links by which an address can still be given back, and those by which that is just being done. */
const undosAtWork = (database: Database, nowMs: number) =>
  database
    .select({ codeHash: actionCodes.codeHash })
    .from(actionCodes)
    .where(
      and(
        eq(actionCodes.userId, accountDeletions.userId),
        eq(actionCodes.mode, "revertEmail"),
        or(
          and(isNull(actionCodes.usedAtMs), gt(actionCodes.expiresAtMs, nowMs)),
          gt(actionCodes.usedAtMs, nowMs - LEASE_MS),
        ),
      ),
    );

/** People whose time is over and whom nobody erases at the moment, longest due first. */
export async function listDue(database: Database, nowMs: number, limit: number): Promise<string[]> {
  const rows = await database
    .select({ userId: accountDeletions.userId })
    .from(accountDeletions)
    .where(isDue(database, nowMs))
    .orderBy(asc(accountDeletions.eraseAtMs))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** Takes the erasing of a person upon oneself; of two at once, one gets it. From then on the account cannot be kept. */
export async function takeErasure(database: Database, userId: string, nowMs: number): Promise<boolean> {
  const rows = await database
    .update(accountDeletions)
    .set({ erasingSinceMs: nowMs })
    .where(and(eq(accountDeletions.userId, userId), isDue(database, nowMs)))
    .returning({ userId: accountDeletions.userId });
  return rows.length > 0;
}

/** Lets somebody else go on with it at once. */
export async function leaveErasure(database: Database, userId: string): Promise<void> {
  await database.update(accountDeletions).set({ erasingSinceMs: BEGUN_MS }).where(eq(accountDeletions.userId, userId));
}

/** A workspace that a person belongs to or owns, with everybody else in it. */
export interface SharedWith {
  workspaceId: string;
  name: string;
  ownerId: string;
  others: Member[];
}

/** All workspaces of a person. */
export async function listWorkspacesWithOthers(database: Database, userId: string): Promise<SharedWith[]> {
  const own = database
    .select({ id: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.userId, userId));
  const [found, members] = await database.batch([
    database
      .select({ workspaceId: workspaces.id, name: workspaces.name, ownerId: workspaces.ownerId })
      .from(workspaces)
      .where(or(inArray(workspaces.id, own), eq(workspaces.ownerId, userId))),
    database
      .select({
        workspaceId: workspaceMembers.workspaceId,
        userId: workspaceMembers.userId,
        role: workspaceMembers.role,
        joinedAtMs: workspaceMembers.createdAtMs,
        leavingSinceMs: accountDeletions.requestedAtMs,
      })
      .from(workspaceMembers)
      .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
      .leftJoin(accountDeletions, eq(accountDeletions.userId, workspaceMembers.userId))
      .where(or(inArray(workspaceMembers.workspaceId, own), eq(workspaces.ownerId, userId))),
  ]);
  return found.map((workspace) => ({
    ...workspace,
    others: members
      .filter((member) => member.workspaceId === workspace.workspaceId && member.userId !== userId)
      .map(({ userId: id, role, joinedAtMs, leavingSinceMs }) => ({
        userId: id,
        role,
        joinedAtMs,
        isLeaving: leavingSinceMs !== null,
      })),
  }));
}
