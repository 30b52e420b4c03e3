/** Chooses how mail leaves: SMTP when `SMTP_URL` is set, otherwise, outside production, the development mailbox. */
import type { MailMessage, MailPort } from "../../../app/domains/accounts/ports";
import { AppError } from "../../../app/lib/app-error";
import type { Database } from "../../../db/client";
import type { Variables } from "../../app/env";
import { deliverToMailbox } from "./mailbox";
import { deliverBySmtp } from "./smtp";

export interface MailSurroundings {
  variables: Pick<Variables, "APP_ENV" | "SMTP_URL" | "PUBLIC_URL">;
  database: Database;
  /** Hands a mail to the job that delivers it, with retries. */
  enqueue(message: MailMessage): Promise<void>;
}

export function createMailPort({ variables, database, enqueue }: MailSurroundings): MailPort {
  function requireConfigured(): void {
    const missing = variables.APP_ENV === "production" ? missingInProduction(variables) : undefined;
    if (!missing) return;
    const refusal = `This installation cannot send mail yet: ${missing} is not set.`;
    throw new AppError("engine_not_configured", 503, refusal);
  }
  return {
    requireConfigured,
    async send(message) {
      requireConfigured();
      if (variables.SMTP_URL) return enqueue(message);
      await deliverToMailbox(database, message, Date.now());
    },
  };
}

/** Without a public address of its own, the links in mails would lead wherever a request's host header says. */
function missingInProduction(variables: MailSurroundings["variables"]): string | undefined {
  if (!variables.SMTP_URL) return "SMTP_URL";
  return variables.PUBLIC_URL ? undefined : "PUBLIC_URL";
}

/**
 * Delivers a queued mail now. `messageId` names it across tries.
 * @throws Error to be tried again.
 */
export async function deliverMail(
  { SMTP_URL, MAIL_FROM }: Pick<Variables, "SMTP_URL" | "MAIL_FROM">,
  message: MailMessage,
  messageId: string,
): Promise<void> {
  if (!SMTP_URL) throw new Error("SMTP_URL is not set");
  await deliverBySmtp(SMTP_URL, MAIL_FROM, message, messageId);
}
