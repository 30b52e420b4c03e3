/**
 * The one place where the product is put together: each domain's service with the stores, other services and outside
 * ports it needs. Made once per request (cheap: closures over the isolate's database client).
 */
import { type Database, openDatabase } from "../../db/client";
import type { Env, Variables } from "./env";

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
}

export function createServices(surroundings: ServiceSurroundings): Services {
  const database = openDatabase(surroundings.env);
  return { database };
}
