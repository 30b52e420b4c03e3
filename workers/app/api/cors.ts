/**
 * Scripts of any origin may call the API with a key or bearer token of their own. Credentials mode is never allowed, so
 * a browser sends no cookie along; and cookies would not be looked at.
 */
const EXPOSED_HEADERS = [
  "request-id",
  "history-item-id",
  "character-cost",
  "current-concurrent-requests",
  "maximum-concurrent-requests",
  "tts-latency-ms",
  "retry-after",
  "content-disposition",
].join(", ");

export function addCorsHeaders(headers: Headers): void {
  headers.set("access-control-allow-origin", "*");
  headers.set("access-control-expose-headers", EXPOSED_HEADERS);
}

/** Answers a preflight. Asked headers are allowed as they come: SDKs send names of their own. */
export function preflightResponse(request: Request): Response {
  const asked = request.headers.get("access-control-request-headers");
  const headers = new Headers({
    "access-control-allow-methods": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS",
    "access-control-allow-headers": asked ?? "authorization, content-type, xi-api-key",
    "access-control-max-age": "86400",
    vary: "access-control-request-headers",
  });
  addCorsHeaders(headers);
  return new Response(null, { status: 204, headers });
}
