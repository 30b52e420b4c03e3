import { isRouteErrorResponse } from "@remix-run/react";

const BRAND = "Parlando";

/** What a tab, a bookmark and a search result call a page: its own name, and whose it is. */
export const pageTitle = (name: string, owner = BRAND): string => `${name} · ${owner}`;

/** The title of a page that has none of its own. `error`: why there is no page, where there is none. */
export const titleWithout = (error: unknown): string =>
  isRouteErrorResponse(error) && error.status === 404 ? pageTitle("There is nothing here") : BRAND;
