/**
 * Whether the browser says that a page of another origin caused this request. Programs send neither header, and cookies
 * that could be misused come from browsers only.
 */
export function comesFromAnotherOrigin(request: Request, ownOrigin: string): boolean {
  const fetchSite = request.headers.get("sec-fetch-site");
  if (fetchSite !== null && fetchSite !== "same-origin") return true;
  const origin = request.headers.get("origin");
  return origin !== null && origin !== new URL(request.url).origin && origin !== ownOrigin;
}
