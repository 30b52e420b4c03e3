/**
 * Pages that are the same for everybody are rendered once and kept as bytes: by the isolate, which runs one build, and
 * deployed by the data centre under the deployment's id. So nobody gets an older page. See docs/decisions/007-shared-pages.md.
 */
import type { RouteHandle, SharedPage } from "../../app/lib/route-handle";
import { carriesSession } from "../../app/lib/session-cookie";
import { KeptPages, type PageStore } from "./kept-pages";
import { type BuiltRoutes, isFixed, pathOf } from "./route-paths";

/** By their paths, the pages whose routes call themselves shared. Only fixed paths can be. */
export function sharedPagesOf(routes: BuiltRoutes): Map<string, SharedPage> {
  const pages = new Map<string, SharedPage>();
  for (const route of Object.values(routes)) {
    const shared = route && "handle" in route.module ? (route.module.handle as RouteHandle | undefined)?.shared : null;
    if (!route || !shared) continue;
    const path = pathOf(route, routes);
    if (!isFixed(path)) throw new Error(`${path} has parameters, so its page cannot be shared`);
    pages.set(path, shared);
  }
  return pages;
}

/**
 * The address of a shared page with nothing in it but what the page depends on, or null where this request gets an
 * answer of its own.
 */
export function sharedAddress(pages: ReadonlyMap<string, SharedPage>, request: Request, url: URL): string | null {
  const page = pages.get(url.pathname);
  if (!page || !["GET", "HEAD"].includes(request.method)) return null;
  if (page.visitorsOnly && carriesSession(request)) return null;
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries(page.query ?? {})) {
    const value = url.searchParams.get(name);
    if (value !== null && values.includes(value)) parameters.set(name, value);
  }
  return parameters.size > 0 ? `${url.pathname}?${parameters}` : url.pathname;
}

/** Of this isolate. */
export const sharedByAll = new KeptPages();

/**
 * The kept page of that key, or one that is rendered now and kept when it may be: 200, `public`, and without cookies.
 *
 * @param key everything the page depends on: site, origin and its shared address
 * @param render gets nothing of the reader's request
 * @param kept where such pages are kept
 */
export async function answerShared(
  request: Request,
  key: string,
  render: () => Promise<Response>,
  kept: PageStore = sharedByAll,
): Promise<Response> {
  let page = await kept.get(key);
  if (!page) {
    const response = await render();
    if (!mayBeKept(response)) return response;
    const body = await response.arrayBuffer();
    response.headers.set("etag", await etagOf(body));
    page = { body, headers: [...response.headers] };
    kept.set(key, page);
  }
  const headers = new Headers(page.headers);
  if (!isKnown(request.headers.get("if-none-match"), headers.get("etag") ?? "")) {
    return new Response(page.body, { headers });
  }
  headers.delete("content-type");
  return new Response(null, { status: 304, headers });
}

function mayBeKept({ status, headers }: Response): boolean {
  return status === 200 && !headers.has("set-cookie") && /\bpublic\b/.test(headers.get("cache-control") ?? "");
}

async function etagOf(body: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body)).subarray(0, 16);
  return `"${Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("")}"`;
}

/** Weak comparison, as RFC 9110 section 13.1.2 asks; who compresses on the way makes a tag weak. */
function isKnown(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((tag) => ["*", etag].includes(tag.trim().replace(/^W\//, "")));
}
