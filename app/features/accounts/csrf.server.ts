/**
 * Protection of state-changing requests that are authenticated by a cookie. Two independent checks: the browser says that
 * the request comes from this very origin, and the form holds a token that only a page of this origin could have shown
 * (signed double submit: HMAC of a value in a cookie that scripts cannot read).
 */
import { MESSAGES } from "~/domains/accounts/messages";
import { equalInConstantTime, hmacHex, randomHex } from "~/domains/accounts/secrets";
import { SUPPORT_MESSAGES } from "~/domains/accounts/support-access/messages";
import { AppError } from "~/lib/app-error";
import { readBoundedForm } from "~/lib/bounded-body";
import { comesFromAnotherOrigin } from "~/lib/same-origin";
import type { RequestContext } from "../../../workers/app/context";
import { browserCookie, carriesSupportCookie, readCookie } from "./cookies.server";
import { CSRF_FIELD } from "./csrf-field";
import { LEAVE_SUPPORT_PATH } from "./session.server";

const BROWSER_ID = /^[0-9a-f]{32}$/;
/** More than the fields of any form; so much is held before it is known who sends it. */
const MAX_FORM_BYTES = 1024 * 1024;

/** A token for the forms of a page, and the `Set-Cookie` it needs where the browser is new. */
export async function issueCsrfToken(
  request: Request,
  context: RequestContext,
): Promise<{ csrfToken: string; headers: HeadersInit }> {
  const { browserId, headers } = await ensureBrowserId(request, context);
  return { csrfToken: await tokenFor(browserId, context), headers };
}

/** The browser's own secret, and the `Set-Cookie` it needs where the browser is new. */
export async function ensureBrowserId(
  request: Request,
  context: RequestContext,
): Promise<{ browserId: string; headers: HeadersInit }> {
  const known = await readBrowserId(request, context);
  if (known) return { browserId: known, headers: {} };
  const browserId = randomHex(16);
  const cookie = await browserCookie(request, context);
  return { browserId, headers: { "Set-Cookie": await cookie.serialize(browserId) } };
}

/**
 * Refuses a request that another site may have caused.
 * @throws AppError forbidden (403).
 */
export function requireSameOrigin(request: Request, context: RequestContext): void {
  if (comesFromAnotherOrigin(request, context.origin)) {
    throw new AppError("forbidden", 403, "This request came from another site, so it was refused.");
  }
}

/**
 * The fields of a form that this site has shown to this browser. Every action begins with this.
 * @throws AppError forbidden (403) for a request from another site, without a valid token, or by somebody from support
 * who is in another's account.
 */
export async function readOwnForm(request: Request, context: RequestContext): Promise<FormData> {
  requireSameOrigin(request, context);
  const form = await readBoundedForm(request, MAX_FORM_BYTES).catch(() => {
    throw new AppError("invalid_request", 400, "The form could not be read.");
  });
  if (form === null) throw new AppError("request_too_large", 413, "The form is too long.");
  const browserId = await readBrowserId(request, context);
  const given = form.get(CSRF_FIELD);
  const expected = browserId === null ? null : await tokenFor(browserId, context);
  if (expected === null || typeof given !== "string" || !equalInConstantTime(given, expected)) {
    throw new AppError("forbidden", 403, MESSAGES.pageOutOfDate);
  }
  refuseSupport(request);
  return form;
}

/** The forms that somebody from support may send while they are in another's account: those by which they leave. */
const OPEN_TO_SUPPORT = [LEAVE_SUPPORT_PATH, "/app/sign-out"];

/** Support may look and use, and what changes something is a form: all others are refused. */
function refuseSupport(request: Request): void {
  if (!carriesSupportCookie(request) || OPEN_TO_SUPPORT.includes(new URL(request.url).pathname)) return;
  throw new AppError("forbidden", 403, SUPPORT_MESSAGES.notBySupport);
}

/** The browser's own secret; null for a browser that is new, or came by a link on another site. */
export async function readBrowserId(request: Request, context: RequestContext): Promise<string | null> {
  const value = await readCookie(await browserCookie(request, context), request);
  return value !== null && BROWSER_ID.test(value) ? value : null;
}

async function tokenFor(browserId: string, context: RequestContext): Promise<string> {
  return hmacHex(await context.services.cookieSecrets.csrf(), browserId);
}
