/** Which row of the rate limits applies to a request, and by whom it is counted. */
import { clientAddress } from "../client-address";
import type { RequestContext } from "../context";
import type { Caller } from "./caller";
import { type RateLimitName, rateLimits, takeRateLimit } from "./rate-limits";

/**
 * Counts the request.
 * @throws AppError rate_limited (429) with the seconds to wait.
 */
export async function enforceRateLimit(
  name: RateLimitName,
  who: { request: Request; caller: Caller | null; context: RequestContext },
): Promise<void> {
  await takeRateLimit(who.context.env, name, subjectOf(name, who.request, who.caller));
}

function subjectOf(name: RateLimitName, request: Request, caller: Caller | null): string {
  const { subject } = rateLimits[name];
  if (subject === "ip" || !caller) return clientAddress(request);
  switch (subject) {
    case "key":
      return caller.apiKeyId ?? caller.sessionId ?? caller.userId;
    case "user":
      return caller.userId;
    case "workspace":
      return caller.workspaceId;
    default:
      throw new Error(`the rate limit ${name} counts by ${subject}, which a request alone does not tell`);
  }
}
