/** Delivers mail over SMTP, by the server that `SMTP_URL` names. */
import type { MailMessage } from "../../../app/domains/accounts/ports";
import { parseSender, requireSingleLine } from "./mail-address";
import { parseSmtpUrl } from "./smtp-url";

/**
 * `messageId` stays the same when a delivery is tried again, so that mailboxes can tell a repeat.
 * @throws Error when the server cannot be reached, or refuses the mail.
 */
export async function deliverBySmtp(
  smtpUrl: string,
  from: string,
  message: MailMessage,
  messageId: string,
): Promise<void> {
  // Loaded with the first mail: most requests send none.
  const { WorkerMailer } = await import("worker-mailer");
  const sender = parseSender(from);
  await WorkerMailer.send(parseSmtpUrl(smtpUrl), {
    from: sender,
    to: requireSingleLine("recipient", message.to),
    subject: requireSingleLine("subject", message.subject),
    text: message.text,
    html: message.html,
    // Nobody answers these; vacation notices should stay away.
    headers: {
      "Message-ID": `<${requireSingleLine("id", messageId)}@${sender.email.split("@").pop()}>`,
      "Auto-Submitted": "auto-generated",
      ...unsubscribeHeaders(message.unsubscribeUrl),
    },
  });
}

/** The button of mail programs that ends such mail at one click. Source: RFC 2369 and RFC 8058. */
function unsubscribeHeaders(url: string | undefined): Record<string, string> {
  if (!url) return {};
  return {
    "List-Unsubscribe": `<${requireSingleLine("address to unsubscribe", url)}>`,
    "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
  };
}
