/**
 * The one place where the product is put together: each domain's service with the stores, other services and outside
 * ports it needs. Made once per request (cheap: closures over the isolate's database client).
 */
import { deriveSecret } from "../../app/domains/accounts/secrets";
import { type AccountsService, createAccountsService } from "../../app/domains/accounts/service";
import { createWorkspacesService, type WorkspacesService } from "../../app/domains/workspaces/service";
import { type Database, openDatabase } from "../../db/client";
import type { Env, Variables } from "./env";
import { instanceSecret } from "./instance-secret";

export interface ServiceSurroundings {
  env: Env;
  variables: Variables;
  /** Public origin of the site, for links in mails and answers. */
  origin: string;
  /** Work that may outlive the response. */
  waitUntil(work: Promise<unknown>): void;
}

export interface Services {
  database: Database;
  accounts: AccountsService;
  workspaces: WorkspacesService;
}

export function createServices(surroundings: ServiceSurroundings): Services {
  const database = openDatabase(surroundings.env);
  const { variables, waitUntil } = surroundings;
  const secretFor = async (purpose: Parameters<typeof deriveSecret>[1]) =>
    deriveSecret(await instanceSecret(database, variables), purpose);
  const workspaces = createWorkspacesService({ database });
  const accounts = createAccountsService({
    database,
    identityTokenSecret: () => secretFor("identity-token"),
    nowMs: Date.now,
    waitUntil,
  });
  return { database, accounts, workspaces };
}
