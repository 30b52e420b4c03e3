/**
 * The request, told to have been reached by the host that people see. Behind a proxy that passes another `host` on, Remix
 * would take each form for one of another site: it compares `origin` to the host, and knows nothing of `PUBLIC_URL`.
 */
export function withPublicHost(request: Request, publicUrl: string | undefined): Request {
  const origin = request.headers.get("origin");
  if (!publicUrl || !origin || !URL.canParse(publicUrl) || origin !== new URL(publicUrl).origin) return request;
  const headers = new Headers(request.headers);
  headers.set("x-forwarded-host", new URL(publicUrl).host);
  return new Request(request, { headers });
}
