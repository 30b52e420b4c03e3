import type { SecurityEventEntry } from "~/domains/accounts/security/security";
import { SettingsSection } from "~/features/settings/settings-section";
import { LocalTime } from "~/ui/local-time";
import { timeoutLabel } from "./timeouts";

const WORDS: Record<SecurityEventEntry["kind"], string> = {
  signed_in: "Signed in",
  sign_in_stopped: "Too many wrong passwords, so sign-in was slowed down",
  second_factor_stopped: "Too many wrong codes, so they were slowed down",
  confirmation_stopped: "Too many wrong confirmations, so they were slowed down",
  mailed_code_stopped: "Too many wrong codes of mailed links, so they were slowed down",
  totp_added: "Authenticator app added",
  totp_removed: "Authenticator app removed",
  email_changed: "E-mail address changed",
  email_change_undone: "Change of the e-mail address undone",
  sms_added: "Telephone added",
  sms_removed: "Telephone removed",
  backup_code_made: "Backup code made",
  backup_code_used: "Backup code used, second factors removed",
  passkey_added: "Passkey added",
  passkey_removed: "Passkey removed",
  session_revoked: "A session ended",
  other_sessions_revoked: "All other sessions ended",
  password_changed: "Password changed",
  support_access_requested: "Support asked for access",
  support_access_granted: "Access granted to support",
  support_access_revoked: "Access of support ended",
  support_session_started: "Support signed in by your permission",
  account_deletion_asked: "Account closed",
  account_kept: "Account kept",
  data_export_asked: "Copy of your data asked for",
  api_key_made: "API key made",
  api_key_deleted: "API key deleted",
  inactivity_timeout_changed: "Time for inactive sessions changed",
  single_sign_on_rule_changed: "Single sign-on",
  ended_by_single_sign_on: "Sessions ended, since the workspace requires single sign-on",
};

/** What happened to the account lately, so that its owner can see what was not them. */
export function ActivitySection({ events }: { events: SecurityEventEntry[] }) {
  return (
    <SettingsSection title="Recent activity" description="If you do not know something here, change your password.">
      {events.length === 0 ? (
        <p className="text-muted">Nothing yet.</p>
      ) : (
        <ol aria-label="Recent activity" className="divide-y divide-hairline border-y border-hairline">
          {events.map((event) => (
            <li key={event.eventId} className="flex flex-wrap justify-between gap-x-4 py-2">
              <span>{textOf(event)}</span>
              <span className="text-meta text-muted">
                {[event.device, event.place].filter(Boolean).join(", ")} ·{" "}
                <LocalTime timeMs={event.createdAtMs} withDay />
              </span>
            </li>
          ))}
        </ol>
      )}
    </SettingsSection>
  );
}

function textOf({ kind, detail }: SecurityEventEntry): string {
  const words = WORDS[kind] ?? kind;
  if (kind === "api_key_made" || kind === "api_key_deleted") return `${words}: ${detail}`;
  if (kind === "single_sign_on_rule_changed")
    return `${words} ${detail === "required" ? "required of members" : "not required of members any more"}`;
  if (kind !== "inactivity_timeout_changed") return words;
  return `${words} to ${detail === "" ? "never" : timeoutLabel(Number(detail))}`;
}
