import { eq } from "drizzle-orm";
import type { Database } from "../../db/client";
import { sessions, supportAccess } from "../../db/schema";

/** Makes a session of an owner one in which somebody of the house is, by a grant that is open for an hour. */
export async function makeVisit(
  database: Database,
  owner: { sessionId: string; userId: string },
  staff: { userId: string; email: string },
  nowMs: number,
): Promise<void> {
  const id = `sup_${owner.sessionId.slice(0, 16)}`;
  const times = { requestedAtMs: nowMs, grantedAtMs: nowMs, expiresAtMs: nowMs + 3_600_000 };
  const { userId: staffUserId, email: staffEmail } = staff;
  await database.insert(supportAccess).values({ id, userId: owner.userId, staffUserId, staffEmail, ...times });
  await database.update(sessions).set({ supportAccessId: id }).where(eq(sessions.id, owner.sessionId));
}
