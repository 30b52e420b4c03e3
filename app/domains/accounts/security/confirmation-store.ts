import { and, eq, isNull } from "drizzle-orm";
import type { Database } from "../../../../db/client";
import { sessions } from "../../../../db/schema";

type PersonInSession = { sessionId: string; userId: string };

const ofPerson = ({ sessionId, userId }: PersonInSession) =>
  and(eq(sessions.id, sessionId), eq(sessions.userId, userId), isNull(sessions.revokedAtMs));

/** When a session's person last confirmed who they are, and whether the session is one of support. */
export async function findConfirmation(database: Database, person: PersonInSession) {
  const rows = await database
    .select({ confirmedAtMs: sessions.confirmedAtMs, supportAccessId: sessions.supportAccessId })
    .from(sessions)
    .where(ofPerson(person))
    .limit(1);
  return rows[0];
}

export async function confirmSession(
  database: Database,
  person: PersonInSession,
  nowMs: number,
  also: { secondFactorAtMs?: number } = {},
): Promise<void> {
  await database
    .update(sessions)
    .set({ confirmedAtMs: nowMs, ...also })
    .where(ofPerson(person));
}
