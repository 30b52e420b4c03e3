/**
 * Remix looks up the routes of each request in all there are, four times a page: each time it sorts the tree and compiles a
 * pattern for each route, so a page takes longer with each screen that some other page gets. An address without parameters
 * always has the same routes; here it has a handler of its own that knows no others. See docs/decisions/024-routes-of-a-page.md.
 */
import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { matchRoutes } from "@remix-run/react";
import { type BuiltRoutes, isFixed, pathOf } from "./route-paths";

type Tree = Parameters<typeof matchRoutes>[0];
type RequestHandler = ReturnType<typeof createRequestHandler>;

/** Answers as Remix's own handler of the whole build does, but for `_data`, which is no parameter of ours. */
export function createPageHandler(build: ServerBuild): RequestHandler {
  const whole = createRequestHandler(build, "production");
  const tree = childrenOf(undefined, build);
  const own = new Map<string, RequestHandler | undefined>(fixedPathsOf(build.routes).map((path) => [path, undefined]));

  return (received, context) => {
    const request = withoutOldData(received);
    const path = pathOfPage(new URL(request.url).pathname);
    if (!own.has(path)) return whole(request, context);
    let handler = own.get(path);
    if (!handler) {
      handler = createRequestHandler(onlyOf(path, build, tree), "production");
      own.set(path, handler);
    }
    return handler(request, context);
  };
}

/** By this parameter Remix hands out a route's data in its older way, which our pages never ask for, and logs an error each time. */
function withoutOldData(request: Request): Request {
  const url = new URL(request.url);
  if (!url.searchParams.has("_data")) return request;
  url.searchParams.delete("_data");
  return new Request(url, request);
}

/** The page that a path belongs to: slashes at its end do not count, and a page's data lies at its path and `.data`. */
function pathOfPage(path: string): string {
  const page = path.endsWith(".data") ? path.slice(0, -".data".length) : path;
  return page.replace(/\/+$/, "") || "/";
}

/** The build with the routes of one path, and those of the paths above it, which a page tells its browser of besides. */
function onlyOf(path: string, build: ServerBuild, tree: Tree): ServerBuild {
  const ids = new Set([path, ...pathsAbove(path)].flatMap((each) => idsAt(each, tree)));
  return {
    ...build,
    routes: only(build.routes, ids),
    assets: { ...build.assets, routes: only(build.assets.routes, ids) },
  };
}

function only<T>(routes: Record<string, T>, ids: ReadonlySet<string>): Record<string, T> {
  return Object.fromEntries(Object.entries(routes).filter(([id]) => ids.has(id)));
}

/** `/` and each beginning of the path that ends before a slash. */
function pathsAbove(path: string): string[] {
  const segments = path.split("/").filter(Boolean);
  return segments.map((_, i) => `/${segments.slice(0, i).join("/")}`);
}

function idsAt(path: string, tree: Tree): string[] {
  return (matchRoutes(tree, path) ?? []).map(({ route }) => route.id ?? "");
}

function fixedPathsOf(routes: BuiltRoutes): string[] {
  return Object.values(routes)
    .flatMap((route) => (route ? [pathOf(route, routes)] : []))
    .filter(isFixed);
}

function childrenOf(parentId: string | undefined, build: ServerBuild): Tree {
  return Object.values(build.routes)
    .filter((route) => route !== undefined && route.parentId === parentId)
    .map((route) => {
      const { id, path, index, caseSensitive } = route as NonNullable<typeof route>;
      const common = { id, path, caseSensitive };
      return index ? { ...common, index } : { ...common, children: childrenOf(id, build) };
    });
}
