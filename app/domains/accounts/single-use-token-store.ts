import { and, eq, gt, isNull, lt } from "drizzle-orm";
import type { Database } from "../../../db/client";
import { singleUseTokens } from "../../../db/schema";

export async function insertSingleUseToken(
  database: Database,
  token: typeof singleUseTokens.$inferInsert,
): Promise<void> {
  await database.insert(singleUseTokens).values(token);
}

/** Uses a token up. Of two at once, one gets the row and the other nothing. */
export async function consumeSingleUseToken(database: Database, tokenHash: string, type: string, nowMs: number) {
  const rows = await database
    .update(singleUseTokens)
    .set({ usedAtMs: nowMs })
    .where(
      and(
        eq(singleUseTokens.tokenHash, tokenHash),
        eq(singleUseTokens.type, type),
        isNull(singleUseTokens.usedAtMs),
        gt(singleUseTokens.expiresAtMs, nowMs),
      ),
    )
    .returning();
  return rows[0];
}

export async function deleteExpiredSingleUseTokens(database: Database, beforeMs: number): Promise<void> {
  await database.delete(singleUseTokens).where(lt(singleUseTokens.expiresAtMs, beforeMs));
}
