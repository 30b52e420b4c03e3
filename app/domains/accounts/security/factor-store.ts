import { and, eq, exists, isNotNull, isNull, lt } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { backupCodes, smsFactors, totpFactors, users } from "../../../../db/schema";
import { sessionLives, valuesWhile } from "./conditional-rows-store";
import type { PersonInSession } from "./step-up";

/** Everything a person can show besides a first factor; unconfirmed ones are no factors yet. */
export async function findFactors(database: Database, userId: string) {
  const rows = await database
    .select({ totp: totpFactors, sms: smsFactors, backupCode: backupCodes })
    .from(users)
    .leftJoin(totpFactors, eq(totpFactors.userId, users.id))
    .leftJoin(smsFactors, eq(smsFactors.userId, users.id))
    .leftJoin(backupCodes, eq(backupCodes.userId, users.id))
    .where(eq(users.id, userId))
    .limit(1);
  const { totp = null, sms = null, backupCode = null } = rows[0] ?? {};
  return { totp, sms, backupCode };
}

/** Stores a seed that awaits its first code, in place of one that does. Answers false where there is a factor already. */
export async function putUnconfirmedTotp(
  database: Database,
  factor: { userId: string; sealedSecret: string; createdAtMs: number },
): Promise<boolean> {
  const { sealedSecret, createdAtMs } = factor;
  const rows = await database
    .insert(totpFactors)
    .values(factor)
    .onConflictDoUpdate({
      target: totpFactors.userId,
      set: { sealedSecret, createdAtMs, lastStep: 0 },
      setWhere: isNull(totpFactors.confirmedAtMs),
    })
    .returning({ userId: totpFactors.userId });
  return rows.length > 0;
}

/** Takes a code's step, once: false when it, or a later one, was taken before. `sealedSecret`: the seed it was checked by. */
export async function takeTotpStep(
  database: Database,
  code: { userId: string; step: number; sealedSecret: string },
): Promise<boolean> {
  const rows = await database
    .update(totpFactors)
    .set({ lastStep: code.step })
    .where(
      and(
        eq(totpFactors.userId, code.userId),
        isNotNull(totpFactors.confirmedAtMs),
        lt(totpFactors.lastStep, code.step),
        eq(totpFactors.sealedSecret, code.sealedSecret),
      ),
    )
    .returning({ userId: totpFactors.userId });
  return rows.length > 0;
}

/**
 * Makes a seed a factor with its first code. False when it is one already, was replaced meanwhile, or where the session has
 * ended from which the code comes.
 */
export async function confirmTotpFactor(
  database: Database,
  code: PersonInSession & { step: number; sealedSecret: string; nowMs: number },
): Promise<boolean> {
  const rows = await database
    .update(totpFactors)
    .set({ confirmedAtMs: code.nowMs, lastStep: code.step })
    .where(
      and(
        eq(totpFactors.userId, code.userId),
        isNull(totpFactors.confirmedAtMs),
        eq(totpFactors.sealedSecret, code.sealedSecret),
        sessionLives(database, code),
      ),
    )
    .returning({ userId: totpFactors.userId });
  return rows.length > 0;
}

/** Stores a telephone that awaits its first code, as `putUnconfirmedTotp`. */
export async function putUnconfirmedSms(
  database: Database,
  factor: { userId: string; phone: string; createdAtMs: number },
): Promise<boolean> {
  const { phone, createdAtMs } = factor;
  const rows = await database
    .insert(smsFactors)
    .values(factor)
    .onConflictDoUpdate({
      target: smsFactors.userId,
      set: { phone, createdAtMs },
      setWhere: isNull(smsFactors.confirmedAtMs),
    })
    .returning({ userId: smsFactors.userId });
  return rows.length > 0;
}

/** Makes a telephone a factor, as `confirmTotpFactor`. `phone`: the one that got the code. */
export async function confirmSmsFactor(
  database: Database,
  { userId, sessionId, phone, nowMs }: PersonInSession & { phone: string; nowMs: number },
): Promise<boolean> {
  const rows = await database
    .update(smsFactors)
    .set({ confirmedAtMs: nowMs })
    .where(
      and(
        eq(smsFactors.userId, userId),
        eq(smsFactors.phone, phone),
        isNull(smsFactors.confirmedAtMs),
        sessionLives(database, { userId, sessionId }),
      ),
    )
    .returning({ userId: smsFactors.userId });
  return rows.length > 0;
}

export const deleteTotpFactor = (database: Database, userId: string) =>
  database.delete(totpFactors).where(eq(totpFactors.userId, userId));

export const deleteSmsFactor = (database: Database, userId: string) =>
  database.delete(smsFactors).where(eq(smsFactors.userId, userId));

export const deleteBackupCode = (database: Database, userId: string) =>
  database.delete(backupCodes).where(eq(backupCodes.userId, userId));

/** A statement that stores a backup code in place of the one before, while the session lives, and answers a row where it did. */
export function putBackupCodeWhile(
  database: Database,
  code: { userId: string; codeHash: string; createdAtMs: number },
  sessionId: string,
) {
  const { userId, codeHash, createdAtMs } = code;
  return database
    .insert(backupCodes)
    .select(valuesWhile(backupCodes, code, and(eq(users.id, userId), sessionLives(database, { userId, sessionId }))))
    .onConflictDoUpdate({ target: backupCodes.userId, set: { codeHash, createdAtMs } })
    .returning({ userId: backupCodes.userId });
}

/** The condition that this is somebody's backup code. */
export const isBackupCode = (database: Database, userId: string, codeHash: string) =>
  exists(
    database
      .select({ userId: backupCodes.userId })
      .from(backupCodes)
      .where(and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHash))),
  );

/** Uses a backup code up. Of two at once, one gets true. */
export async function consumeBackupCode(database: Database, userId: string, codeHash: string): Promise<boolean> {
  const rows = await database
    .delete(backupCodes)
    .where(and(eq(backupCodes.userId, userId), eq(backupCodes.codeHash, codeHash)))
    .returning({ userId: backupCodes.userId });
  return rows.length > 0;
}
