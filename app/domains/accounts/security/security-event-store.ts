import { and, desc, eq, gt, lt, type SQL } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { securityEvents, users } from "../../../../db/schema";
import { valuesWhile } from "./conditional-rows-store";

export type NewSecurityEvent = typeof securityEvents.$inferInsert;

/** A statement, so that an event is written with what it tells of. */
export function insertSecurityEvent(database: Database, event: NewSecurityEvent) {
  return database.insert(securityEvents).values(event);
}

/** The same, where what it tells of may not have come to be. */
export function insertSecurityEventWhile(database: Database, event: NewSecurityEvent, condition: SQL) {
  return database
    .insert(securityEvents)
    .select(valuesWhile(securityEvents, event, and(eq(users.id, event.userId), condition)));
}

/** Whether an event of this kind was written since a time. */
export async function hasSecurityEventSince(
  database: Database,
  userId: string,
  kind: string,
  sinceMs: number,
): Promise<boolean> {
  const rows = await database
    .select({ id: securityEvents.id })
    .from(securityEvents)
    .where(
      and(eq(securityEvents.userId, userId), gt(securityEvents.createdAtMs, sinceMs), eq(securityEvents.kind, kind)),
    )
    .limit(1);
  return rows.length > 0;
}

/** A person's events, newest first. */
export async function selectSecurityEvents(database: Database, userId: string, limit: number) {
  return database
    .select()
    .from(securityEvents)
    .where(eq(securityEvents.userId, userId))
    .orderBy(desc(securityEvents.createdAtMs), desc(securityEvents.id))
    .limit(limit);
}

export async function deleteOldSecurityEvents(database: Database, beforeMs: number): Promise<void> {
  await database.delete(securityEvents).where(lt(securityEvents.createdAtMs, beforeMs));
}
