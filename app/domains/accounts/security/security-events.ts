/** What happened to an account that its owner should be able to see. */
import { AppError } from "../../../lib/app-error";
import { newId } from "../../../lib/ids";
import type { AccountsDependencies, Client } from "../dependencies";
import { hasSecurityEventSince, insertSecurityEvent } from "./security-event-store";

export type SecurityEventKind =
  | "signed_in"
  | "sign_in_stopped"
  | "second_factor_stopped"
  | "confirmation_stopped"
  | "totp_added"
  | "totp_removed"
  | "sms_added"
  | "sms_removed"
  | "backup_code_made"
  | "backup_code_used"
  | "passkey_added"
  | "passkey_removed"
  | "session_revoked"
  | "other_sessions_revoked"
  | "password_changed"
  | "email_changed"
  | "email_change_undone"
  | "inactivity_timeout_changed"
  | "support_access_requested"
  | "support_access_granted"
  | "support_access_revoked"
  | "support_session_started"
  | "account_deletion_asked"
  | "account_kept"
  | "data_export_asked";

const USER_AGENT_MAX_LENGTH = 256;
/** Guessing goes on; its being stopped is worth one line an hour. */
const STOPPED_IS_NOTED_EVERY_MS = 3_600_000;

/** A statement that notes an event. `detail`: what it was about, where the kind does not say all. */
export function securityEvent(
  { database, nowMs }: Pick<AccountsDependencies, "database" | "nowMs">,
  userId: string,
  kind: SecurityEventKind,
  client: Pick<Client, "userAgent" | "place">,
  detail = "",
) {
  const createdAtMs = nowMs();
  return insertSecurityEvent(database, {
    id: newId("event", createdAtMs),
    userId,
    kind,
    detail,
    userAgent: client.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    place: client.place ?? "",
    createdAtMs,
  });
}

type Stopped = Extract<SecurityEventKind, `${string}_stopped`>;

/** Notes that guesses at an account were stopped, once an hour. */
export async function noteStopped(
  dependencies: Pick<AccountsDependencies, "database" | "nowMs">,
  userId: string,
  kind: Stopped,
  client: Client,
): Promise<void> {
  const { database, nowMs } = dependencies;
  if (await hasSecurityEventSince(database, userId, kind, nowMs() - STOPPED_IS_NOTED_EVERY_MS)) return;
  await securityEvent(dependencies, userId, kind, client);
}

type GuessDependencies = Pick<AccountsDependencies, "database" | "nowMs" | "rateLimits" | "waitUntil">;

/**
 * Tries something that can be guessed. Failures are counted by person and by client and slow down; being stopped is noted
 * for the account's owner. Answers what `attempt` does; null counts as a failure.
 * @throws AppError rate_limited (429).
 */
export async function guardGuess<T>(
  dependencies: GuessDependencies,
  about: { userId: string; limit: "second_factor_failure_user" | "confirmation_failure_user"; stopped: Stopped },
  client: Client,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const { rateLimits, waitUntil } = dependencies;
  const limited = [
    [about.limit, about.userId],
    ["sign_in_failure_client", client.address],
  ] as const;
  try {
    for (const [limit, subject] of limited) await rateLimits.check(limit, subject);
    const found = await attempt();
    if (found === null) for (const [limit, subject] of limited) await rateLimits.take(limit, subject);
    return found;
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited")
      waitUntil(noteStopped(dependencies, about.userId, about.stopped, client));
    throw error;
  }
}
