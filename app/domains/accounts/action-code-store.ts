import { and, asc, desc, eq, exists, gt, inArray, isNotNull, isNull, lt, ne } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { actionCodes, users } from "../../../db/schema";
import { valuesWhile } from "./security/conditional-rows-store";

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

/** The condition that a code can be used. */
export const isOpenCode = (database: Database, codeHash: string, mode: ActionMode, nowMs: number) =>
  exists(
    database
      .select({ codeHash: actionCodes.codeHash })
      .from(actionCodes)
      .where(and(eq(actionCodes.codeHash, codeHash), open(mode, nowMs))),
  );

/** A statement that stores a code beside another one, as good as that, while that can be used. */
export function insertCopyWhileOpen(database: Database, copy: NewActionCode, ofHash: string, nowMs: number) {
  const condition = and(eq(users.id, copy.userId), isOpenCode(database, ofHash, copy.mode, nowMs));
  return database.insert(actionCodes).select(valuesWhile(actionCodes, { ...copy }, condition));
}

/**
 * What was mailed before a password was chosen and could replace it: another reset, or an address to which resets go.
 * Links that give the old address back stay good, since they are what the owner has against a thief.
 */
export const CODES_THAT_UNDO_A_PASSWORD: readonly ActionMode[] = ["resetPassword", "changeEmail"];

/** What was mailed before a second factor or a passkey came or went, and could undo that or pass for it. */
export const CODES_THAT_UNDO_A_FACTOR: readonly ActionMode[] = [
  ...CODES_THAT_UNDO_A_PASSWORD,
  "sensitiveAction",
  "internalVerification",
];

/** Makes all open codes of these kinds unusable. */
export function retireActionCodes(
  database: Database,
  userId: string,
  modes: ActionMode | readonly ActionMode[],
  nowMs: number,
) {
  return database
    .update(actionCodes)
    .set({ usedAtMs: nowMs })
    .where(
      and(eq(actionCodes.userId, userId), inArray(actionCodes.mode, [modes].flat()), isNull(actionCodes.usedAtMs)),
    );
}

/** Whom an open code was mailed to, or undefined once it is used, expired, or the person has another address. */
export async function findOpenActionCode(database: Database, codeHash: string, mode: ActionMode, nowMs: number) {
  const rows = await database
    .select({
      userId: users.id,
      email: users.email,
      boundTo: actionCodes.boundTo,
      createdAtMs: actionCodes.createdAtMs,
    })
    .from(actionCodes)
    .innerJoin(users, and(eq(users.id, actionCodes.userId), eq(users.email, actionCodes.email)))
    .where(and(eq(actionCodes.codeHash, codeHash), open(mode, nowMs)))
    .limit(1);
  return rows[0];
}

/** What the open codes of a kind of a person's were issued for, the newest first. */
export async function selectOpenBounds(database: Database, userId: string, mode: ActionMode, nowMs: number) {
  const rows = await database
    .select({ boundTo: actionCodes.boundTo })
    .from(actionCodes)
    .where(and(eq(actionCodes.userId, userId), open(mode, nowMs)))
    .orderBy(desc(actionCodes.createdAtMs));
  return rows.map(({ boundTo }) => boundTo);
}

/** A person's open codes that give back an address, the oldest first. */
export async function selectOpenUndos(database: Database, userId: string, nowMs: number) {
  return database
    .select({
      codeHash: actionCodes.codeHash,
      email: actionCodes.email,
      boundTo: actionCodes.boundTo,
      createdAtMs: actionCodes.createdAtMs,
      expiresAtMs: actionCodes.expiresAtMs,
    })
    .from(actionCodes)
    .where(and(eq(actionCodes.userId, userId), open("revertEmail", nowMs)))
    .orderBy(asc(actionCodes.createdAtMs));
}

/** A statement that forgets the codes of a kind that were issued for something else. */
export function deleteCodesOfOthers(database: Database, userId: string, mode: ActionMode, boundTo: string) {
  return database
    .delete(actionCodes)
    .where(and(eq(actionCodes.userId, userId), eq(actionCodes.mode, mode), ne(actionCodes.boundTo, boundTo)));
}

/** A code of a kind, whether it can still be used or not. */
export async function findActionCode(database: Database, codeHash: string, mode: ActionMode) {
  const rows = await database
    .select()
    .from(actionCodes)
    .where(and(eq(actionCodes.codeHash, codeHash), eq(actionCodes.mode, mode)))
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

/** Whom this code was once mailed to, if their address is verified by now: the link was followed twice. */
export async function findVerifiedByCode(database: Database, codeHash: string) {
  const rows = await database
    .select({ userId: users.id })
    .from(actionCodes)
    .innerJoin(users, and(eq(users.id, actionCodes.userId), eq(users.email, actionCodes.email)))
    .where(
      and(eq(actionCodes.codeHash, codeHash), eq(actionCodes.mode, "verifyEmail"), isNotNull(users.emailVerifiedAtMs)),
    )
    .limit(1);
  return rows[0];
}

export async function deleteExpiredActionCodes(database: Database, beforeMs: number): Promise<void> {
  await database.delete(actionCodes).where(lt(actionCodes.expiresAtMs, beforeMs));
}

function open(mode: ActionMode, nowMs: number) {
  return and(eq(actionCodes.mode, mode), isNull(actionCodes.usedAtMs), gt(actionCodes.expiresAtMs, nowMs));
}
