import { and, eq } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { knownDevices, users } from "../../../../db/schema";

/** Whether a person has signed in from any browser before. */
export async function hasKnownDevice(database: Database, userId: string): Promise<boolean> {
  const rows = await database
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(eq(knownDevices.userId, userId))
    .limit(1);
  return rows.length > 0;
}

/** Whether a person has signed in from this browser. */
export async function isKnownDevice(database: Database, userId: string, deviceHash: string): Promise<boolean> {
  const rows = await database
    .select({ userId: knownDevices.userId })
    .from(knownDevices)
    .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash)))
    .limit(1);
  return rows.length > 0;
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

/** Notes a sign-in from a browser. True when it was never seen before: of several at once, for one of them. */
export async function noteKnownDevice(
  database: Database,
  device: { userId: string; deviceHash: string; userAgent: string; nowMs: number },
): Promise<boolean> {
  const { userId, deviceHash, userAgent, nowMs } = device;
  const [inserted] = await database.batch([
    database
      .insert(knownDevices)
      .values({ userId, deviceHash, userAgent, firstSeenAtMs: nowMs, lastSeenAtMs: nowMs })
      .onConflictDoNothing()
      .returning({ userId: knownDevices.userId }),
    database
      .update(knownDevices)
      .set({ userAgent, lastSeenAtMs: nowMs })
      .where(and(eq(knownDevices.userId, userId), eq(knownDevices.deviceHash, deviceHash))),
  ]);
  return inserted.length > 0;
}
