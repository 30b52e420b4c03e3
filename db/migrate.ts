import { type DatabaseEnv, openDatabase } from "./client";
import { migrateDatabase } from "./migrate-libsql";
import { migrations } from "./migrations/list";

/** Databases this isolate has seen up to date. */
const upToDate = new Set<string>();

/**
 * Makes sure that the schema is current before the isolate's first query. The embedded database does that itself, so
 * this costs something only with `DATABASE_URL`, and there one read. Throws `MigrationError`.
 */
export async function ensureMigrated(env: DatabaseEnv): Promise<void> {
  if (!env.DATABASE_URL || upToDate.has(env.DATABASE_URL)) return;
  // No shared promise: a request that is cancelled in the middle would leave the others waiting. The lock orders them.
  await migrateDatabase(openDatabase(env).$client, migrations);
  upToDate.add(env.DATABASE_URL);
}
