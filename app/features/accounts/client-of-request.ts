/** Whom a request comes from, as limits and session lists name it. */
export function clientOf(request: Request): { address: string; userAgent: string } {
  return {
    address: request.headers.get("cf-connecting-ip") ?? "unknown",
    userAgent: request.headers.get("user-agent") ?? "",
  };
}
