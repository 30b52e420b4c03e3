import type { Client } from "~/domains/accounts/dependencies";
import type { RequestContext } from "../../../workers/app/context";

const BROWSER_COOKIE = /(?:^|;)\s*xi_website_browser=([^;\s]+)/;

/** Whom a request comes from, as limits, notices and lists of sessions name it. */
export function clientOf(request: Request, context: Pick<RequestContext, "clientPlace">): Client {
  // Signed or not: whoever knows another browser's random id has that browser's cookies.
  const deviceId = BROWSER_COOKIE.exec(request.headers.get("cookie") ?? "")?.[1];
  return {
    address: request.headers.get("cf-connecting-ip") ?? "unknown",
    userAgent: request.headers.get("user-agent") ?? "",
    place: context.clientPlace,
    ...(deviceId === undefined ? {} : { deviceId }),
  };
}
