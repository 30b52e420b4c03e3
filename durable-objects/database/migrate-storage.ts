import {
  CREATE_JOURNAL,
  type JournalEntry,
  type Migration,
  planMigrations,
  splitMigration,
  withChecksums,
} from "../../db/migration-plan";

/**
 * Applies the pending migrations to the object's own database, each in one transaction with its journal row.
 * Runs while the object's constructor blocks all calls. Throws `MigrationError`.
 */
export async function migrateStorage(
  storage: Pick<DurableObjectStorage, "sql" | "transactionSync">,
  migrations: Migration[],
): Promise<void> {
  const known = await withChecksums(migrations);
  storage.sql.exec(CREATE_JOURNAL);
  const applied = storage.sql
    .exec<JournalEntry & Record<string, SqlStorageValue>>("SELECT tag, checksum FROM schema_migrations ORDER BY tag")
    .toArray();
  for (const migration of planMigrations(applied, known)) {
    storage.transactionSync(() => {
      for (const statement of splitMigration(migration.sql)) storage.sql.exec(statement);
      storage.sql.exec(
        "INSERT INTO schema_migrations (tag, checksum, applied_at_ms) VALUES (?, ?, ?)",
        migration.tag,
        migration.checksum,
        Date.now(),
      );
    });
  }
}
