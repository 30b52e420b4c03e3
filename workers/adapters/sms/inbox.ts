/** The development inbox for text messages: kept in the database and shown at `/dev/sms`. Never used in production. */
import { desc, eq, notInArray } from "drizzle-orm";
import { newId } from "../../../app/lib/ids";
import type { Database } from "../../../db/client";
import { smsInboxMessages } from "../../../db/schema";

const KEPT_MESSAGES = 200;

export interface InboxMessage {
  messageId: string;
  to: string;
  text: string;
  createdAtMs: number;
}

export async function deliverToInbox(
  database: Database,
  message: { to: string; text: string },
  nowMs: number,
): Promise<void> {
  const { to, text } = message;
  const newest = database
    .select({ id: smsInboxMessages.id })
    .from(smsInboxMessages)
    .orderBy(desc(smsInboxMessages.createdAtMs), desc(smsInboxMessages.id))
    .limit(KEPT_MESSAGES);
  await database.batch([
    database.insert(smsInboxMessages).values({ id: newId("mail", nowMs), recipient: to, text, createdAtMs: nowMs }),
    database.delete(smsInboxMessages).where(notInArray(smsInboxMessages.id, newest)),
  ]);
}

/** Newest first; all of them, or those to one telephone. */
export async function listInbox(database: Database, recipient?: string, limit = 50): Promise<InboxMessage[]> {
  const rows = await database
    .select()
    .from(smsInboxMessages)
    .where(recipient ? eq(smsInboxMessages.recipient, recipient) : undefined)
    .orderBy(desc(smsInboxMessages.createdAtMs), desc(smsInboxMessages.id))
    .limit(limit);
  return rows.map(({ id, recipient: to, text, createdAtMs }) => ({ messageId: id, to, text, createdAtMs }));
}
