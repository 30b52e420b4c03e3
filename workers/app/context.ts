import type { ApiFamily } from "./api/reference";
import type { AnswerBreaker } from "./broken-answers";
import type { Env, Variables } from "./env";
import type { Site } from "./hosts";
import type { RequestLog } from "./log";
import type { Services } from "./services";

/** What every page and endpoint gets: made once per request by the worker. */
export interface RequestContext extends AnswerBreaker {
  requestId: string;
  log: RequestLog;
  site: Site;
  /** Public origin of the site, without a slash at the end. */
  origin: string;
  env: Env;
  variables: Variables;
  services: Services;
  /** Country and state of the client, like `US-IL`; empty where unknown, and for jobs. See `client-place.ts`. */
  clientPlace: string;
  /** For the page's scripts; see `contentSecurityPolicy`. */
  nonce: string;
  /** All operations of the API, as the readable API page shows them. */
  apiReference(): ApiFamily[];
}

declare module "@remix-run/cloudflare" {
  interface AppLoadContext extends RequestContext {}
}
