/** The product's database: drizzle over the libSQL `Client` interface, whichever engine is behind it. */
import type { Client } from "@libsql/client/web";
import type { LibSQLDatabase } from "drizzle-orm/libsql";
import { drizzle } from "drizzle-orm/libsql/web";
import type { DatabaseObject } from "../durable-objects/database/object";
import { EmbeddedClient } from "./embedded-client";
import { LibsqlClient } from "./libsql-client";
import * as schema from "./schema";

export interface DatabaseEnv {
  DATABASE: DurableObjectNamespace<DatabaseObject>;
  /** libSQL or Turso; without it the embedded database is used. */
  DATABASE_URL?: string;
  DATABASE_AUTH_TOKEN?: string;
}

export type Database = LibSQLDatabase<typeof schema> & { $client: Client };

/** The name of the one database object of an installation. */
const DATABASE_OBJECT_NAME = "main";

/** Clients hold no connection, so an isolate keeps one per database; building one costs more than a query. */
const databases = new Map<string, Database>();
const embeddedDatabases = new WeakMap<object, Database>();

/** The database that the environment names: cheap to call in every request. */
export function openDatabase(env: DatabaseEnv): Database {
  const url = env.DATABASE_URL || undefined;
  let database = url === undefined ? embeddedDatabases.get(env.DATABASE) : databases.get(url);
  if (!database) {
    database = databaseOver(
      url === undefined
        ? embeddedClient(env.DATABASE)
        : new LibsqlClient({ url, authToken: env.DATABASE_AUTH_TOKEN || undefined }),
    );
    if (url === undefined) embeddedDatabases.set(env.DATABASE, database);
    else databases.set(url, database);
  }
  return database;
}

/** drizzle with the product's schema over any client. */
export function databaseOver(client: Client): Database {
  return drizzle({ client, schema });
}

/** A client of the embedded database, or of one by another name (tests). */
export function embeddedClient(namespace: DatabaseEnv["DATABASE"], name = DATABASE_OBJECT_NAME): EmbeddedClient {
  const id = namespace.idFromName(name);
  return new EmbeddedClient(() => namespace.get(id));
}
