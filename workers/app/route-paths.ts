/** What the paths of the server build's routes are. */

/** What is read of a route of the server build. */
export interface BuiltRoute {
  parentId?: string;
  path?: string;
  module: object;
}

export type BuiltRoutes = Readonly<Record<string, BuiltRoute | undefined>>;

/** A route's whole path, as it is written in the routes: `/app/share/:shareId`. */
export function pathOf(route: BuiltRoute, routes: BuiltRoutes): string {
  const parts: string[] = [];
  for (let at: BuiltRoute | undefined = route; at; at = routes[at.parentId ?? ""])
    parts.unshift((at.path ?? "").replace(/^\/|\/$/g, ""));
  return `/${parts.filter((part) => part !== "").join("/")}`;
}

/** Whether a path has neither parameters nor optional segments, so that it is one address. */
export function isFixed(path: string): boolean {
  return !/[:*?]/.test(path);
}
