/**
 * What each API key has used of its own limit, moved in the same batches as the workspace's credits (see `store.ts`), so that
 * both hold whoever races. `creditsUsed` counts what was charged and what running requests hold, in the workspace's period.
 */
import { and, eq, exists, inArray, isNull, ne, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { apiKeys, creditReservations, subscriptions } from "../../../db/schema";

const periodStart = sql`(SELECT ${subscriptions.periodStartMs} FROM ${subscriptions} WHERE ${subscriptions.workspaceId} = ${apiKeys.workspaceId})`;

/** Begins a key's count anew where the workspace's period is another one; what its running requests hold goes along. */
export function beginKeyPeriod(database: Database, apiKeyId: SQL) {
  const held = sql`(SELECT coalesce(sum(${creditReservations.characters}), 0) FROM ${creditReservations}
    WHERE ${creditReservations.state} = 'reserved' AND ${creditReservations.apiKeyId} = ${apiKeys.id})`;
  return database
    .update(apiKeys)
    .set({ creditsUsed: held, creditPeriodStartMs: periodStart })
    .where(and(sql`${apiKeys.id} = ${apiKeyId}`, ne(apiKeys.creditPeriodStartMs, periodStart)));
}

/** The key of a request; no row where it came without one. */
export function keyOf(requestId: string): SQL {
  return sql`(SELECT ${creditReservations.apiKeyId} FROM ${creditReservations} WHERE ${creditReservations.requestId} = ${requestId})`;
}

/** Whether so many credits fit under the limit of a key. */
export function keyHasRoom(database: Database, apiKeyId: string, credits: number) {
  return exists(
    database
      .select({ one: sql`1` })
      .from(apiKeys)
      .where(
        and(
          eq(apiKeys.id, apiKeyId),
          or(isNull(apiKeys.creditLimit), sql`${apiKeys.creditsUsed} + ${credits} <= ${apiKeys.creditLimit}`),
        ),
      ),
  );
}

/** Adds to what the key of a moving reservation has used; nothing for one without a key. */
export function moveKeyCredits(database: Database, requestId: string, credits: number | SQL) {
  const owner = database
    .select({ apiKeyId: creditReservations.apiKeyId })
    .from(creditReservations)
    .where(and(eq(creditReservations.requestId, requestId), eq(creditReservations.state, "moving")));
  return database
    .update(apiKeys)
    .set({ creditsUsed: sql`max(0, ${apiKeys.creditsUsed} + ${credits})` })
    .where(inArray(apiKeys.id, owner));
}

export async function findKeyCredits(database: Database, apiKeyId: string) {
  const rows = await database
    .select({
      creditLimit: apiKeys.creditLimit,
      creditsUsed: apiKeys.creditsUsed,
      creditPeriodStartMs: apiKeys.creditPeriodStartMs,
    })
    .from(apiKeys)
    .where(eq(apiKeys.id, apiKeyId))
    .limit(1);
  return rows[0];
}
