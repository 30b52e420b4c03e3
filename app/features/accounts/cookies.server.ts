/**
 * The site's cookies: which session a browser has, which sign-in awaits its second factor, and the secret half of the
 * browser's form tokens. Secure (in production and
 * over TLS), strict same-site, not readable by scripts, 360 days. Source: spec 000, section 9.
 */
import { type Cookie, createCookie } from "@remix-run/cloudflare";
import { SESSION_COOKIE } from "~/lib/session-cookie";
import type { RequestContext } from "../../../workers/app/context";

const LIFETIME_SECONDS = 360 * 86_400;
const PENDING_SIGN_IN_SECONDS = 600;
/** Longer than the session that it names, so that its end can be told. */
const SUPPORT_SECONDS = 86_400;
const SUPPORT_COOKIE = "xi_website_support";

/** Names the session row; signed, so that garbage never reaches the database. */
export async function sessionCookie(request: Request, context: RequestContext): Promise<Cookie> {
  return cookie(SESSION_COOKIE, request, context);
}

/** What form tokens are bound to; see `csrf.server.ts`. */
export async function browserCookie(request: Request, context: RequestContext): Promise<Cookie> {
  return cookie("xi_website_browser", request, context);
}

/** Names a sign-in whose second factor is awaited. Gone after ten minutes. */
export async function pendingSignInCookie(request: Request, context: RequestContext): Promise<Cookie> {
  return cookie("xi_website_sign_in", request, context, PENDING_SIGN_IN_SECONDS);
}

/** Names the session in which somebody from support is in another's account; their own one stays beneath it. */
export async function supportCookie(request: Request, context: RequestContext): Promise<Cookie> {
  return cookie(SUPPORT_COOKIE, request, context, SUPPORT_SECONDS);
}

/** Whether a request carries that cookie, whatever it says. */
export function carriesSupportCookie(request: Request): boolean {
  return request.headers.get("cookie")?.includes(`${SUPPORT_COOKIE}=`) ?? false;
}

/** A cookie's text as it was signed; null when it is missing, was changed, or is garbage. */
export async function readCookie(cookie: Cookie, request: Request): Promise<string | null> {
  try {
    const value: unknown = await cookie.parse(request.headers.get("cookie"));
    return typeof value === "string" && value !== "" ? value : null;
  } catch {
    // A signature that is no base64 makes the parser throw, and a broken cookie must not take every page away.
    return null;
  }
}

async function cookie(
  name: string,
  request: Request,
  context: RequestContext,
  maxAge = LIFETIME_SECONDS,
): Promise<Cookie> {
  const { APP_ENV, PUBLIC_URL } = context.variables;
  return createCookie(name, {
    path: "/",
    httpOnly: true,
    sameSite: "strict",
    secure: APP_ENV === "production" || new URL(PUBLIC_URL ?? request.url).protocol === "https:",
    maxAge,
    secrets: [await context.services.cookieSecrets.cookie()],
  });
}
