import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { users } from "../../../../db/schema";

/** What somebody has chosen and agreed to, or undefined for a person who is gone. */
export async function findConsent(database: Database, userId: string) {
  const rows = await database
    .select({
      ccpaOptOut: users.ccpaOptOut,
      acceptedBiometricTermsAtMs: users.acceptedBiometricTermsAtMs,
      termsAgreedTo: users.termsAgreedTo,
      geoLocation: users.geoLocation,
      createdAtMs: users.createdAtMs,
    })
    .from(users)
    .where(eq(users.id, userId))
    .limit(1);
  return rows[0];
}

export async function setCcpaOptOut(database: Database, userId: string, ccpaOptOut: boolean): Promise<void> {
  await database.update(users).set({ ccpaOptOut }).where(eq(users.id, userId));
}

/** Notes when somebody agreed; the first time counts. */
export async function markBiometricTermsAccepted(database: Database, userId: string, nowMs: number): Promise<void> {
  await database
    .update(users)
    .set({ acceptedBiometricTermsAtMs: nowMs })
    .where(and(eq(users.id, userId), isNull(users.acceptedBiometricTermsAtMs)));
}

/** Adds to what was agreed to, in one statement, so that nothing that is added at the same time is lost; the first time counts. */
export async function markTermsAgreedTo(
  database: Database,
  userId: string,
  terms: string,
  nowMs: number,
): Promise<void> {
  await database
    .update(users)
    .set({ termsAgreedTo: sql`json_insert(${users.termsAgreedTo}, ${`$.${terms}`}, ${nowMs})` })
    .where(eq(users.id, userId));
}
