/** The development mailbox: mail is kept in the database and shown at `/dev/mailbox`. Never used in production. */
import { desc, eq, notInArray } from "drizzle-orm";
import type { MailMessage } from "../../../app/domains/accounts/ports";
import { newId } from "../../../app/lib/ids";
import type { Database } from "../../../db/client";
import { mailboxMessages } from "../../../db/schema";

const KEPT_MESSAGES = 500;

export interface MailboxMessage extends MailMessage {
  messageId: string;
  createdAtMs: number;
}

export async function deliverToMailbox(database: Database, message: MailMessage, nowMs: number): Promise<void> {
  const { to, subject, text, html } = message;
  const newest = database
    .select({ id: mailboxMessages.id })
    .from(mailboxMessages)
    .orderBy(desc(mailboxMessages.createdAtMs), desc(mailboxMessages.id))
    .limit(KEPT_MESSAGES);
  await database.batch([
    database
      .insert(mailboxMessages)
      .values({ id: newId("mail", nowMs), recipient: to, subject, text, html, createdAtMs: nowMs }),
    database.delete(mailboxMessages).where(notInArray(mailboxMessages.id, newest)),
  ]);
}

/** Newest first; all of them, or those of one address. */
export async function listMailbox(database: Database, recipient?: string, limit = 50): Promise<MailboxMessage[]> {
  const rows = await database
    .select()
    .from(mailboxMessages)
    .where(recipient ? eq(mailboxMessages.recipient, recipient) : undefined)
    .orderBy(desc(mailboxMessages.createdAtMs), desc(mailboxMessages.id))
    .limit(limit);
  return rows.map(({ id, recipient: to, ...rest }) => ({ messageId: id, to, ...rest }));
}
