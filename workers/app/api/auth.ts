/** Who is calling: `xi-api-key`, or `Authorization: Bearer` with an API key or an identity token. Never a cookie. */
import { SUPPORT_MESSAGES } from "../../../app/domains/accounts/support-access/messages";
import { AppError } from "../../../app/lib/app-error";
import { clientAddress } from "../client-address";
import type { RequestContext } from "../context";
import type { Caller } from "./caller";
import type { Endpoint } from "./endpoint";
import { type RateLimitEnv, takeRateLimit } from "./rate-limits";

const INVALID = "This API key or token is not valid.";
const MISSING = "The request carries neither an authorization header nor an xi-api-key; send one of them.";

/**
 * The caller of a request.
 * @throws AppError needs_authorization (401) without credentials, invalid_api_key (401) with unknown ones.
 */
export async function requireCaller(request: Request, context: RequestContext): Promise<Caller> {
  const caller = await findCaller(request, context);
  if (!caller) throw new AppError("needs_authorization", 401, MISSING);
  return caller;
}

/** As `requireCaller`, but null where no credentials were sent at all. Wrong ones are refused all the same. */
async function findCaller(request: Request, context: RequestContext): Promise<Caller | null> {
  const apiKey = request.headers.get("xi-api-key")?.trim();
  const authorization = request.headers.get("authorization")?.trim();
  const { accounts } = context.services;
  if (apiKey) return acceptedOr401(await accounts.authenticateApiKey(apiKey), request, context);
  if (!authorization) return null;
  const bearer = /^bearer\s+(\S+)$/i.exec(authorization)?.[1];
  // Open pages connect again by themselves, also when nobody is there.
  const how = { countsAsUse: new URL(request.url).pathname !== "/v1/realtime" };
  return acceptedOr401(bearer ? await accounts.authenticateToken(bearer, how) : null, request, context);
}

async function acceptedOr401(caller: Caller | null, request: Request, context: RequestContext): Promise<Caller> {
  return caller ?? refuseCredentials(context.env, clientAddress(request));
}

/**
 * Refuses wrong credentials, over HTTP and sockets alike. Guessing is slowed down: after many from one address the answer
 * is another.
 * @throws AppError invalid_api_key (401), rate_limited (429).
 */
export async function refuseCredentials(env: RateLimitEnv, address: string): Promise<never> {
  await takeRateLimit(env, "invalid_key", address);
  throw new AppError("invalid_api_key", 401, INVALID);
}

/** What support may use, beside what only reads, while it is in somebody's account. */
const FAMILIES_OF_USE = new Set(["text-to-speech", "text-to-dialogue", "audio-speech", "history"]);

/**
 * Refuses somebody from support whatever changes an account, a workspace or what is public: they may look and use. New
 * operations are closed to them unless they belong to a family of use and delete nothing.
 * @throws AppError forbidden (403).
 */
export function requireOpenToSupport(
  caller: Caller,
  row: Pick<Endpoint, "method" | "family" | "isClosedToSupport">,
): void {
  if (caller.supportAccessId === undefined || row.method === "get") return;
  if (row.method === "post" && FAMILIES_OF_USE.has(row.family) && !row.isClosedToSupport) return;
  throw notBySupport();
}

/**
 * What a row does for its caller: all of it, or, for somebody from support, no more than finding what was made before.
 * @throws AppError forbidden (403) in place of making it.
 */
export function workFor(caller: Caller | null, { run, findMade }: Endpoint): Endpoint["run"] {
  if (caller?.supportAccessId === undefined || !findMade) return run;
  return async (call) => {
    const made = await findMade(call);
    if (made === null) throw notBySupport();
    return made;
  };
}

const notBySupport = () => new AppError("forbidden", 403, SUPPORT_MESSAGES.notBySupport);

/** Refuses a caller whose role is below `permission`. An admin may do all that an editor may. */
export function requirePermission(caller: Caller, permission: "editor" | "admin" | undefined): void {
  if (permission === "admin" && caller.role !== "admin") {
    throw new AppError("insufficient_permissions", 403, "Only workspace admins can do this.");
  }
}
