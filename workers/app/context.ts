import type { Env, Variables } from "./env";
import type { Site } from "./hosts";
import type { Services } from "./services";

/** What every page and endpoint gets: made once per request by the worker. */
export interface RequestContext {
  requestId: string;
  site: Site;
  /** Public origin of the site, without a slash at the end. */
  origin: string;
  env: Env;
  variables: Variables;
  services: Services;
  /** For the page's scripts; see `contentSecurityPolicy`. */
  nonce: string;
  waitUntil(work: Promise<unknown>): void;
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}
