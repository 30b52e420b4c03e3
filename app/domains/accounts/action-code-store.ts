import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { actionCodes, users } from "../../../db/schema";

export type ActionMode = (typeof actionCodes.$inferSelect)["mode"];

export interface NewActionCode {
  codeHash: string;
  mode: ActionMode;
  userId: string;
  email: string;
  boundTo?: string;
  createdAtMs: number;
  expiresAtMs: number;
}

/** A statement that stores a code. */
export function insertActionCode(database: Database, code: NewActionCode) {
  return database.insert(actionCodes).values(code);
}

/** Makes all open codes of a kind unusable. */
export function retireActionCodes(database: Database, userId: string, mode: ActionMode, nowMs: number) {
  return database
    .update(actionCodes)
    .set({ usedAtMs: nowMs })
    .where(and(eq(actionCodes.userId, userId), eq(actionCodes.mode, mode), isNull(actionCodes.usedAtMs)));
}

/** Whom an open code was mailed to, or undefined once it is used, expired, or the person has another address. */
export async function findOpenActionCode(database: Database, codeHash: string, mode: ActionMode, nowMs: number) {
  const rows = await database
    .select({ userId: users.id, email: users.email })
    .from(actionCodes)
    .innerJoin(users, and(eq(users.id, actionCodes.userId), eq(users.email, actionCodes.email)))
    .where(and(eq(actionCodes.codeHash, codeHash), open(mode, nowMs)))
    .limit(1);
  return rows[0];
}

/**
 * Uses a code up. Of two at once, one gets the row and the other nothing. With `boundTo`, only a code that was issued
 * for just that.
 */
export async function consumeActionCode(
  database: Database,
  codeHash: string,
  mode: ActionMode,
  nowMs: number,
  boundTo?: string,
) {
  const rows = await database
    .update(actionCodes)
    .set({ usedAtMs: nowMs })
    .where(
      and(
        eq(actionCodes.codeHash, codeHash),
        open(mode, nowMs),
        boundTo === undefined ? undefined : eq(actionCodes.boundTo, boundTo),
      ),
    )
    .returning({ userId: actionCodes.userId, email: actionCodes.email, boundTo: actionCodes.boundTo });
  return rows[0];
}

/** Whether this code once existed for a person whose address is verified by now: the link was followed twice. */
export async function wasVerifiedByCode(database: Database, codeHash: string): Promise<boolean> {
  const rows = await database
    .select({ verifiedAtMs: users.emailVerifiedAtMs })
    .from(actionCodes)
    .innerJoin(users, and(eq(users.id, actionCodes.userId), eq(users.email, actionCodes.email)))
    .where(and(eq(actionCodes.codeHash, codeHash), eq(actionCodes.mode, "verifyEmail")))
    .limit(1);
  return typeof rows[0]?.verifiedAtMs === "number";
}

export async function deleteExpiredActionCodes(database: Database, beforeMs: number): Promise<void> {
  await database.delete(actionCodes).where(lt(actionCodes.expiresAtMs, beforeMs));
}

function open(mode: ActionMode, nowMs: number) {
  return and(eq(actionCodes.mode, mode), isNull(actionCodes.usedAtMs), gt(actionCodes.expiresAtMs, nowMs));
}
