/** What happened to an account that its owner should be able to see. */
import type { SQL } from "drizzle-orm";
import { AppError } from "../../../lib/app-error";
import { newId } from "../../../lib/ids";
import type { AccountsDependencies, Client } from "../dependencies";
import { countGuess, type GuessedAt, takeGuessBack } from "./guess-limits";
import {
  hasSecurityEventSince,
  insertSecurityEvent,
  insertSecurityEventWhile,
  type NewSecurityEvent,
} from "./security-event-store";

export type SecurityEventKind =
  | "signed_in"
  | "sign_in_stopped"
  | "second_factor_stopped"
  | "confirmation_stopped"
  | "mailed_code_stopped"
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
  | "single_sign_on_rule_changed"
  | "ended_by_single_sign_on"
  | "support_access_requested"
  | "support_access_granted"
  | "support_access_revoked"
  | "support_session_started"
  | "account_deletion_asked"
  | "account_kept"
  | "data_export_asked"
  | "api_key_made"
  | "api_key_deleted";

const USER_AGENT_MAX_LENGTH = 256;
/** Guessing goes on; its being stopped is worth one line an hour. */
const STOPPED_IS_NOTED_EVERY_MS = 3_600_000;

type EventDependencies = Pick<AccountsDependencies, "database" | "nowMs">;
/** `detail`: what it was about, where the kind does not say all. */
type EventFacts = [
  userId: string,
  kind: SecurityEventKind,
  client: Pick<Client, "userAgent" | "place">,
  detail?: string,
];

/** A statement that notes an event. */
export function securityEvent(dependencies: EventDependencies, ...facts: EventFacts) {
  return insertSecurityEvent(dependencies.database, eventOf(dependencies, ...facts));
}

/** A statement that notes an event where a condition holds: that what it tells of came to be, earlier in its batch. */
export function securityEventWhile(dependencies: EventDependencies, condition: SQL, ...facts: EventFacts) {
  return insertSecurityEventWhile(dependencies.database, eventOf(dependencies, ...facts), condition);
}

function eventOf({ nowMs }: EventDependencies, ...[userId, kind, client, detail = ""]: EventFacts): NewSecurityEvent {
  const createdAtMs = nowMs();
  return {
    id: newId("event", createdAtMs),
    userId,
    kind,
    detail,
    userAgent: client.userAgent.slice(0, USER_AGENT_MAX_LENGTH),
    place: client.place ?? "",
    createdAtMs,
  };
}

type Stopped = Extract<SecurityEventKind, `${string}_stopped`>;

type NotingDependencies = Pick<AccountsDependencies, "database" | "nowMs" | "warn">;

/** Notes that guesses were stopped: in the log each time, and for the account's owner, where there is one, once an hour. */
export async function noteStopped(
  dependencies: NotingDependencies,
  userId: string | null,
  kind: Stopped,
  client: Client,
): Promise<void> {
  const { database, nowMs, warn } = dependencies;
  warn("guesses_stopped", { kind, userId });
  if (userId === null) return;
  if (await hasSecurityEventSince(database, userId, kind, nowMs() - STOPPED_IS_NOTED_EVERY_MS)) return;
  await securityEvent(dependencies, userId, kind, client);
}

type GuessDependencies = NotingDependencies & Pick<AccountsDependencies, "rateLimits" | "waitUntil">;

/**
 * Counts a try at a code that was mailed, which is too long to be guessed: who tries many means no good. `userId`: whose
 * code it would be, where that is known.
 * @throws AppError rate_limited (429).
 */
export async function countMailedCode(
  dependencies: GuessDependencies,
  client: Client,
  userId: string | null = null,
): Promise<void> {
  try {
    await dependencies.rateLimits.take("action_code_client", client.address);
  } catch (error) {
    if (error instanceof AppError && error.code === "rate_limited")
      dependencies.waitUntil(noteStopped(dependencies, userId, "mailed_code_stopped", client));
    throw error;
  }
}

/**
 * Tries something that can be guessed. Tries are counted by person and by client before they are made, right ones are
 * taken back, and wrong ones slow down; being stopped is noted. Answers what `attempt` does; null counts as wrong.
 * @throws AppError rate_limited (429).
 */
export async function guardGuess<T>(
  dependencies: GuessDependencies,
  about: {
    userId: string;
    limit: `${"second_factor" | "backup_code" | "confirmation"}_failure_user`;
    stopped: Stopped;
  },
  client: Client,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const { rateLimits, waitUntil } = dependencies;
  const guessedAt: GuessedAt = [
    [about.limit, about.userId],
    ["sign_in_failure_client", client.address],
  ];
  await countGuess(rateLimits, guessedAt, () =>
    waitUntil(noteStopped(dependencies, about.userId, about.stopped, client)),
  );
  const found = await attempt();
  if (found !== null) await takeGuessBack(rateLimits, guessedAt);
  return found;
}
