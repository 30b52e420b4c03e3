import type { RequestContext } from "../context";

/** Paths that belong to the API: they answer on every site, and never a page. */
export function isApiPath(pathname: string): boolean {
  return /^\/(v1|v2)(\/|$)/.test(pathname) || pathname === "/openapi.json";
}

export type ApiHandler = (request: Request, context: RequestContext) => Promise<Response>;

export function createApi(): ApiHandler {
  return async () => Response.json({ detail: { status: "not_found", message: "Not found" } }, { status: 404 });
}
