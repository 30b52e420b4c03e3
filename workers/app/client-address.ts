/** The header in which the platform, or a proxy in front of a machine of one's own, names the client's network address. */
const HEADER = "cf-connecting-ip";

export function clientAddress(request: Request): string {
  return request.headers.get(HEADER) ?? "unknown";
}

/** The request with the header that the edge would have set: on a machine of one's own only the socket tells the address. */
export function withClientAddress(request: Request): Request {
  const { clientIp } = (request.cf ?? {}) as { clientIp?: string };
  if (request.headers.has(HEADER) || !clientIp) return request;
  const headers = new Headers(request.headers);
  // workerd writes `192.0.2.1:4711` or `[2001:db8::1]:4711`.
  headers.set(HEADER, clientIp.replace(/:\d+$/, "").replace(/^\[|\]$/g, ""));
  return new Request(request, { headers });
}
