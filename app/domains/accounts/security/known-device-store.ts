import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { knownDevices, users } from "../../../../db/schema";

/** Whether a person has signed in from this browser before, and whether from any. */
export async function findKnownDevice(
  database: Database,
  userId: string,
  deviceHash: string | null,
): Promise<{ isKnown: boolean; hasAny: boolean }> {
  const rows = await database
    .select({
      devices: sql<number>`count(*)`,
      matching: sql<number>`coalesce(sum(${knownDevices.deviceHash} = ${deviceHash ?? ""}), 0)`,
    })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId));
  return { isKnown: Number(rows[0]?.matching ?? 0) > 0, hasAny: Number(rows[0]?.devices ?? 0) > 0 };
}

/** Whether whoever has this address has signed in from this browser. One query, whether there is an account or not. */
export async function isKnownDeviceOf(database: Database, email: string, deviceHash: string): Promise<boolean> {
  const rows = await database
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(users.email, email), eq(knownDevices.deviceHash, deviceHash)))
    .limit(1);
  return rows.length > 0;
}

/** A statement that notes a sign-in from a browser. */
export function upsertKnownDevice(
  database: Database,
  device: { userId: string; deviceHash: string; userAgent: string; nowMs: number },
) {
  const { userId, deviceHash, userAgent, nowMs } = device;
  return database
    .insert(knownDevices)
    .values({ userId, deviceHash, userAgent, firstSeenAtMs: nowMs, lastSeenAtMs: nowMs })
    .onConflictDoUpdate({
      target: [knownDevices.userId, knownDevices.deviceHash],
      set: { userAgent, lastSeenAtMs: nowMs },
    });
}
