import { redirect } from "@remix-run/cloudflare";

/** Nothing to see. */
export const loader = () => redirect("/app/home");

/**
 * An action that does nothing, and asks no server: after an action of a fetcher everything on screen is loaded again, and
 * what a form has just answered (a new key, say) stays, which a plain reload of the data would take away.
 */
export const clientAction = () => null;
