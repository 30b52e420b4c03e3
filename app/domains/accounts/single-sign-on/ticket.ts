/**
 * What a browser carries from a provider's answer to the step in which it is signed in. An answer arrives from another
 * site, without the strict cookies that say which browser this is; they come with the next step, from our own page.
 */
import { z } from "zod";
import { openSealedText, sealText } from "../sealed-text";

const CONTEXT = "sso-ticket";

const ticketSchema = z.object({
  /** Each ticket is taken once. */
  id: z.string(),
  providerKey: z.string(),
  protocol: z.enum(["oidc", "saml"]),
  identity: z.object({
    subject: z.string(),
    email: z.string().nullable(),
    isEmailVerified: z.boolean(),
    firstName: z.string(),
  }),
  browserHash: z.string(),
  redirectTo: z.string(),
  expiresAtMs: z.number(),
});

export type Ticket = z.output<typeof ticketSchema>;

/** Sealed, so that nobody can read, change or make one. */
export async function writeTicket(ticket: Ticket, sealingSecret: string): Promise<string> {
  return sealText(JSON.stringify(ticket), CONTEXT, sealingSecret);
}

/** Null for everything but an unexpired ticket of ours. */
export async function readTicket(text: string, sealingSecret: string, nowMs: number): Promise<Ticket | null> {
  const opened = await openSealedText(text, CONTEXT, sealingSecret);
  if (opened === null) return null;
  const ticket = ticketSchema.parse(JSON.parse(opened));
  return ticket.expiresAtMs > nowMs ? ticket : null;
}
