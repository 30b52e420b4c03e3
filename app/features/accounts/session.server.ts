/** Who is signed in, for loaders and actions. */
import { redirect } from "@remix-run/cloudflare";
import { allowedRedirect } from "~/domains/accounts/redirect-rules";
import type { SignedIn } from "~/domains/accounts/sessions";
import type { RequestContext } from "../../../workers/app/context";
import { carriesSupportCookie, readCookie, sessionCookie, supportCookie } from "./cookies.server";

export type { SignedIn };

/** Where support leaves an account, and is told that its time there is over. */
export const LEAVE_SUPPORT_PATH = "/app/support/leave";

/** Where somebody who has closed their account may keep it. */
const KEEP_ACCOUNT_PATH = "/app/keep-account";

/** Loaders of nested routes run side by side: they share one look-up. */
const lookUps = new WeakMap<RequestContext, Promise<SignedIn | null>>();

/** The person of this request's session, or null; somebody who has closed their account is nobody until they keep it. */
export async function findUser(request: Request, context: RequestContext): Promise<SignedIn | null> {
  const user = await findSession(request, context);
  return user?.closing ? null : user;
}

/** As `findUser`, also for somebody who has closed their account. */
export function findSession(request: Request, context: RequestContext): Promise<SignedIn | null> {
  let lookUp = lookUps.get(context);
  if (!lookUp) {
    lookUp = lookUpUser(request, context);
    lookUps.set(context, lookUp);
  }
  return lookUp;
}

/**
 * The person of this request's session. Everybody else is sent to sign in, and afterwards back where they wanted to go.
 * @throws Response a redirect.
 */
export async function requireUser(request: Request, context: RequestContext): Promise<SignedIn> {
  const user = await findUser(request, context);
  if (user) return user;
  if (await findSession(request, context)) throw redirect(KEEP_ACCOUNT_PATH);
  if (carriesSupportCookie(request)) throw redirect(LEAVE_SUPPORT_PATH);
  const { pathname, search, origin } = new URL(request.url);
  const target = allowedRedirect(pathname + search, origin);
  const back = target ? `?${new URLSearchParams({ redirect: target })}` : "";
  // A strict same-site cookie stays away when a link on another site led here; one more step from our own page brings it.
  if (target && isNavigationFromElsewhere(request)) throw redirect(`/app/continue${back}`);
  throw redirect(`/app/sign-in${back}`);
}

/** The `Set-Cookie` that signs a browser in. */
export async function signInHeader(sessionSecret: string, request: Request, context: RequestContext): Promise<string> {
  return (await sessionCookie(request, context)).serialize(sessionSecret);
}

/** Ends this browser's session, and answers the `Set-Cookie` that makes it forget. */
export async function endSession(request: Request, context: RequestContext): Promise<string> {
  const secret = await readSessionSecret(request, context);
  if (secret) await context.services.accounts.signOut(secret);
  const supportSecret = await readSupportSecret(request, context);
  if (supportSecret) await context.services.accounts.signOut(supportSecret);
  return (await sessionCookie(request, context)).serialize("", { maxAge: 0 });
}

/** While somebody from support is in another's account, that one counts; once it has ended, nobody is signed in until they leave. */
async function lookUpUser(request: Request, context: RequestContext): Promise<SignedIn | null> {
  // Open pages fetch tokens by themselves, also when nobody is there.
  const how = { countsAsUse: new URL(request.url).pathname !== "/app/identity-token" };
  if (carriesSupportCookie(request)) {
    const supportSecret = await readSupportSecret(request, context);
    const user = supportSecret === null ? null : await context.services.accounts.findSignedIn(supportSecret, how);
    return user?.supportAccessId ? user : null;
  }
  return findOwn(request, context, how);
}

/** A session of support counts in its own cookie only, where the forms know it. */
async function findOwn(
  request: Request,
  context: RequestContext,
  how?: { countsAsUse: boolean },
): Promise<SignedIn | null> {
  const secret = await readSessionSecret(request, context);
  const user = secret === null ? null : await context.services.accounts.findSignedIn(secret, how);
  return user?.supportAccessId === null ? user : null;
}

/** The secret that a browser holds of its session, whether that is live or not. */
export async function readSessionSecret(request: Request, context: RequestContext): Promise<string | null> {
  return readCookie(await sessionCookie(request, context), request);
}

/** The secret of the session by which support is in another's account, or null. */
export async function readSupportSecret(request: Request, context: RequestContext): Promise<string | null> {
  return carriesSupportCookie(request) ? readCookie(await supportCookie(request, context), request) : null;
}

/** Somebody's own session, also while they are in another's account for support. */
export function findOwnUser(request: Request, context: RequestContext): Promise<SignedIn | null> {
  return findOwn(request, context);
}

function isNavigationFromElsewhere(request: Request): boolean {
  return request.headers.get("sec-fetch-site") === "cross-site" && request.headers.get("sec-fetch-mode") === "navigate";
}
