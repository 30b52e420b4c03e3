import type { Database } from "../../../db/client";
import type { WorkspaceEvents } from "../workspaces/ports";
import type { WorkspacesService } from "../workspaces/service";
import type { DataExportPorts } from "./data-export/ports";
import type { DeparturePorts } from "./departure/ports";
import type { Passwords } from "./passwords";
import type { FreePlanPort, MailPort, RateLimitPort } from "./ports";
import type { SmsPort } from "./security/ports";
import type { CaptchaPort } from "./sign-up-extras/ports";
import type { SingleSignOnPorts } from "./single-sign-on/ports";

/** What the use cases of accounts work with. Put together by `workers/app/services.ts`. */
export interface AccountsDependencies {
  database: Database;
  workspaces: WorkspacesService;
  passwords: Passwords;
  freePlan: FreePlanPort;
  /** Told when a session ends, so that its open sockets end too. */
  events: WorkspaceEvents;
  mail: MailPort;
  sms: SmsPort;
  rateLimits: RateLimitPort;
  singleSignOn: SingleSignOnPorts;
  captcha: CaptchaPort;
  /** The secret that signs identity tokens. */
  identityTokenSecret(): Promise<string>;
  /** The key of secrets that have to be read again, see `sealed-text.ts`. */
  sealingSecret(): Promise<string>;
  /** Public origin of the site, without a slash at its end: where links in mails lead. */
  origin: string;
  /** What the end of an account reaches outside the database. */
  departure: DeparturePorts;
  dataExport: DataExportPorts;
  /** Mail domains of the people who work for this installation, in lower case. */
  staffDomains: readonly string[];
  /** Writes a line to the log for whoever runs the installation: names and ids, never what was typed. */
  warn(event: string, fields: Record<string, string | null>): void;
  nowMs(): number;
  /** Work that may outlive the response. */
  waitUntil(work: Promise<unknown>): void;
}

/** Who a request comes from, as far as limits and notices care. */
export interface Client {
  address: string;
  userAgent: string;
  /** The browser's own random id, kept in a cookie; absent where it sent none. */
  deviceId?: string;
  /** Country and state as the edge tells them, like `US-IL`; absent where it does not. */
  place?: string;
}
