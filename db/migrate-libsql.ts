/** Brings a libSQL database up to date, once, also when several starts race. The embedded one migrates itself. */
import type { Client } from "@libsql/client/web";
import {
  type CheckedMigration,
  CREATE_JOURNAL,
  type Migration,
  MigrationError,
  planMigrations,
  splitMigration,
  withChecksums,
} from "./migration-plan";
import { sqliteErrorCode } from "./sqlite-errors";

/** Longer than any single migration takes; a start that died frees the lock after this. */
const LOCK_TTL_MS = 60_000;
const LOCK_POLL_MS = 200;
const LOCK_WAIT_MS = 120_000;

const CREATE_LOCK =
  "CREATE TABLE IF NOT EXISTS schema_migration_lock (id INTEGER PRIMARY KEY CHECK (id = 1), holder TEXT NOT NULL, expires_at_ms INTEGER NOT NULL)";
/** The server's clock, so that the racing starts agree about time. */
const NOW_MS = "CAST(unixepoch('subsec') * 1000 AS INTEGER)";

/**
 * Applies the pending migrations in order, each in one transaction with its journal row. Does one read when nothing
 * is pending. Throws `MigrationError` when files and journal disagree, or the lock stays taken for two minutes.
 */
export async function migrateDatabase(client: Client, migrations: Migration[]): Promise<void> {
  const known = await withChecksums(migrations);
  if ((await pendingMigrations(client, known)).length === 0) return;
  const holder = crypto.randomUUID();
  await client.batch([CREATE_JOURNAL, CREATE_LOCK], "write");
  for (const giveUpAtMs = Date.now() + LOCK_WAIT_MS; ; ) {
    if (await takeLock(client, holder)) break;
    if ((await pendingMigrations(client, known)).length === 0) return;
    if (Date.now() > giveUpAtMs) throw new MigrationError("Another start has held the migration lock for two minutes.");
    await new Promise((resolve) => setTimeout(resolve, LOCK_POLL_MS));
  }
  try {
    for (const migration of await pendingMigrations(client, known)) {
      await takeLock(client, holder);
      await applyMigration(client, migration);
    }
  } finally {
    await client.execute({ sql: "DELETE FROM schema_migration_lock WHERE holder = ?", args: [holder] });
  }
}

async function pendingMigrations(client: Client, known: CheckedMigration[]): Promise<CheckedMigration[]> {
  try {
    const { rows } = await client.execute("SELECT tag, checksum FROM schema_migrations ORDER BY tag");
    return planMigrations(
      rows.map((row) => ({ tag: String(row.tag), checksum: String(row.checksum) })),
      known,
    );
  } catch (error) {
    if (error instanceof Error && /no such table: schema_migrations/.test(error.message))
      return planMigrations([], known);
    throw error;
  }
}

/** Takes the lock when it is free or expired, or extends it when it is ours already. */
async function takeLock(client: Client, holder: string): Promise<boolean> {
  const { rows } = await client.execute({
    sql: `INSERT INTO schema_migration_lock (id, holder, expires_at_ms) VALUES (1, ?1, ${NOW_MS} + ${LOCK_TTL_MS})
      ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at_ms = excluded.expires_at_ms
      WHERE schema_migration_lock.expires_at_ms < ${NOW_MS} OR schema_migration_lock.holder = excluded.holder RETURNING holder`,
    args: [holder],
  });
  return rows.length === 1;
}

async function applyMigration(client: Client, migration: CheckedMigration): Promise<void> {
  const journalRow = {
    sql: `INSERT INTO schema_migrations (tag, checksum, applied_at_ms) VALUES (?, ?, ${NOW_MS})`,
    args: [migration.tag, migration.checksum],
  };
  try {
    await client.batch([journalRow, ...splitMigration(migration.sql)], "write");
  } catch (error) {
    // Should the lock have expired under a slow start, the journal's key still lets only one of two through.
    if (sqliteErrorCode(error) === "SQLITE_CONSTRAINT_UNIQUE" && String(error).includes("schema_migrations")) return;
    throw new MigrationError(
      `Migration ${migration.tag} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    );
  }
}
