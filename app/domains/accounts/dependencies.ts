import type { Database } from "../../../db/client";
import type { WorkspaceEvents } from "../workspaces/ports";
import type { WorkspacesService } from "../workspaces/service";
import type { FreePlanPort, MailPort, RateLimitPort } from "./ports";

/** What the use cases of accounts work with. Put together by `workers/app/services.ts`. */
export interface AccountsDependencies {
  database: Database;
  workspaces: WorkspacesService;
  freePlan: FreePlanPort;
  /** Told when a session ends, so that its open sockets end too. */
  events: WorkspaceEvents;
  mail: MailPort;
  rateLimits: RateLimitPort;
  /** The secret that signs identity tokens. */
  identityTokenSecret(): Promise<string>;
  /** Public origin of the site, without a slash at its end: where links in mails lead. */
  origin: string;
  nowMs(): number;
  /** Work that may outlive the response. */
  waitUntil(work: Promise<unknown>): void;
}

/** Who a request comes from, as far as limits care: the client's address. */
export interface Client {
  address: string;
  userAgent: string;
}
