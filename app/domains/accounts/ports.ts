/** What accounts need from outside. Adapters are put in place by `workers/app/services.ts`. */
import type { BatchItem } from "drizzle-orm/batch";

/** A mail to one person. Both bodies say the same. */
export interface MailMessage {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** In mail that nobody has to get: the address at which one click ends it (RFC 2369 and 8058). */
  unsubscribeUrl?: string;
}

export interface MailPort {
  /** @throws AppError engine_not_configured (503), naming the setting, where mail cannot be sent at all. */
  requireConfigured(): void;
  /**
   * Takes a mail for delivery and returns at once; delivery is retried.
   * @throws AppError as `requireConfigured`.
   */
  send(message: MailMessage): Promise<void>;
}

/** The limits on accounts, kept in the product's one table of rate limits. */
export type AccountsLimit =
  | "sign_in_failure_pair"
  | "sign_in_failure_address"
  | "sign_in_failure_client"
  | "sign_in_failure_device"
  | "sign_up_client"
  | "sign_up_unchecked_client"
  | "captcha_challenge_client"
  | "account_mail_address"
  | "account_mail_client"
  | "account_mail_device"
  | "account_mail_pair"
  | "email_change_user"
  | "action_code_client"
  | "sso_start_client"
  | "sso_answer_client"
  | "sso_lookup_client"
  | "domain_check_workspace"
  | "ad_visit_client"
  | "confirmation_failure_user"
  | "second_factor_failure_user"
  | "backup_code_failure_user"
  | "sms_user"
  | "sms_own_browser_user"
  | "sms_client"
  | "sms_phone"
  | "passkey_client"
  | "data_export_user"
  | "account_deletion_user"
  | "support_request_staff"
  | "support_request_address";

/** Those that slow guesses down. */
export type GuessLimit = Extract<AccountsLimit, `${string}_failure_${string}`>;

export interface RateLimitPort {
  /** Counts one use. @throws AppError rate_limited (429) when the limit is used up. */
  take(limit: AccountsLimit, subject: string): Promise<void>;
  /** Counts nothing. @throws AppError rate_limited (429) when the limit is used up. */
  check(limit: AccountsLimit, subject: string): Promise<void>;
  /** Takes a use back: a guess that was counted before it was made, and was right. */
  giveBack(limit: GuessLimit, subject: string): Promise<void>;
}

/** From billing: the statements that give a new workspace the free plan. Run in the sign-up's batch. */
export interface FreePlanPort {
  openingStatements(workspaceId: string, nowMs: number): readonly BatchItem<"sqlite">[];
}
