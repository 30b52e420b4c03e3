/** Adds the headers to a response, which may be immutable, where it does not set them itself; sockets are left as they are. */
export function withSecurityHeaders(response: Response, options: { production: boolean }): Response {
  if (response.webSocket || response.status === 101) return response;
  const headers = new Headers(response.headers);
  const set = (name: string, value: string) => {
    if (!headers.has(name)) headers.set(name, value);
  };
  set("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
  set("x-content-type-options", "nosniff");
  // The older header knows no "everybody", so it is left out where the policy says so.
  if (!/frame-ancestors \*/.test(headers.get("content-security-policy") ?? "")) set("x-frame-options", "DENY");
  set("referrer-policy", "strict-origin-when-cross-origin");
  set("permissions-policy", "microphone=(self), camera=(), geolocation=(), payment=()");
  set("cross-origin-opener-policy", "same-origin");
  // What does not say who may keep it is for one reader and asked for anew. A page is not kept at all: Back after a
  // sign-out would bring it back. The data of one is, since what was fetched before a click is used by it.
  const isPage = headers.get("content-type")?.startsWith("text/html") ?? false;
  set("cache-control", isPage ? "no-store" : "private, no-cache");
  if (options.production) set("strict-transport-security", "max-age=31536000; includeSubDomains");
  return new Response(response.body, { status: response.status, statusText: response.statusText, headers });
}
