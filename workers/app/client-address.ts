/** The client's network address, as the platform saw it. A header that clients could set themselves is never read. */
export function clientAddress(request: Request): string {
  return request.headers.get("cf-connecting-ip") ?? "unknown";
}
