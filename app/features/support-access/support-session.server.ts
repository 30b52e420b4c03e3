/** The browser's side of support: whose account is on screen, and how it is opened and left. */
import type { RequestContext } from "../../../workers/app/context";
import { supportCookie } from "../accounts/cookies.server";
import { readSupportSecret, type SignedIn } from "../accounts/session.server";
import type { SupportState } from "./support-state";

/** What the shell says about support, or null where there is nothing to say. */
export async function loadSupportState(user: SignedIn, { services }: RequestContext): Promise<SupportState | null> {
  if (user.supportAccessId !== null) {
    return { kind: "visiting", ownerEmail: user.email, expiresAtMs: user.expiresAtMs };
  }
  const open = await services.accounts.supportAccess.listOpen(user.userId);
  if (open.length === 0) return null;
  const accesses = open.map(({ accessId, staffEmail, endsAtMs }) => ({ accessId, staffEmail, endsAtMs }));
  return { kind: "visited", accesses };
}

/** The `Set-Cookie` that puts another's account over one's own. */
export async function visitHeader(sessionSecret: string, request: Request, context: RequestContext): Promise<string> {
  return (await supportCookie(request, context)).serialize(sessionSecret);
}

/** Ends the session in another's account, if there is one, and answers the `Set-Cookie` that uncovers one's own again. */
export async function endVisit(request: Request, context: RequestContext): Promise<string> {
  const secret = await readSupportSecret(request, context);
  if (secret) await context.services.accounts.signOut(secret);
  return (await supportCookie(request, context)).serialize("", { maxAge: 0 });
}
