import type { Database } from "../../../../db/client";
import { deleteExpiredFactorCodes } from "./factor-code-store";
import { deleteExpiredChallenges } from "./passkey-store";
import { deleteExpiredPendingSignIns } from "./pending-sign-in-store";
import { deleteOldSecurityEvents } from "./security-event-store";

const EVENTS_ARE_KEPT_MS = 365 * 86_400_000;

/** Removes codes, challenges and pending sign-ins that ended before a time, and events of more than a year ago. */
export async function deleteExpiredOfSecurity(database: Database, beforeMs: number): Promise<void> {
  await deleteExpiredFactorCodes(database, beforeMs);
  await deleteExpiredChallenges(database, beforeMs);
  await deleteExpiredPendingSignIns(database, beforeMs);
  await deleteOldSecurityEvents(database, beforeMs - EVENTS_ARE_KEPT_MS);
}
