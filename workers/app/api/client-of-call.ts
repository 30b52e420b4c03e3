import type { Client } from "../../../app/domains/accounts/dependencies";
import { clientAddress } from "../client-address";
import { clientPlace } from "../client-place";
import type { RequestContext } from "../context";

/** Whom a call comes from, as limits and security events name it. */
export function clientOfCall(request: Request, { variables }: RequestContext): Client {
  const place = clientPlace(request, variables);
  return {
    address: clientAddress(request),
    userAgent: request.headers.get("user-agent") ?? "",
    ...(place === "" ? {} : { place }),
  };
}
