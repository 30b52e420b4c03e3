import { isRouteErrorResponse } from "@remix-run/react";

/** The title of a page that has none of its own. `error`: why there is no page, where there is none. */
export const titleWithout = (error: unknown): string =>
  isRouteErrorResponse(error) && error.status === 404 ? "There is nothing here · Parlando" : "Parlando";
