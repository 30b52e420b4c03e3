/** What to apply to which database: the part of migrating that is the same for both engines. */

/** A file of `db/migrations`; `tag` is its name without `.sql`, and tags sort in the order of application. */
export interface Migration {
  tag: string;
  sql: string;
}

export interface CheckedMigration extends Migration {
  checksum: string;
}

/** A row of the journal. */
export interface JournalEntry {
  tag: string;
  checksum: string;
}

export class MigrationError extends Error {
  override name = "MigrationError";
}

export const CREATE_JOURNAL =
  "CREATE TABLE IF NOT EXISTS schema_migrations (tag TEXT PRIMARY KEY NOT NULL, checksum TEXT NOT NULL, applied_at_ms INTEGER NOT NULL)";

/** Adds the SHA-256 of each file, line ends and outer blanks aside (a checkout may change those). */
export async function withChecksums(migrations: Migration[]): Promise<CheckedMigration[]> {
  return Promise.all(
    migrations.map(async (migration) => {
      const text = migration.sql.replaceAll("\r\n", "\n").trim();
      const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
      const checksum = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
      return { ...migration, checksum };
    }),
  );
}

/**
 * The migrations still to be applied, in order. Throws `MigrationError` when the database was changed by a file that
 * differs from ours, by one that is not here, or when a new file would have to go before one that is applied.
 */
export function planMigrations(applied: JournalEntry[], known: CheckedMigration[]): CheckedMigration[] {
  const byTag = new Map(known.map((migration) => [migration.tag, migration]));
  for (const entry of applied) {
    const migration = byTag.get(entry.tag);
    if (!migration) {
      throw new MigrationError(
        `The database has migration ${entry.tag}, which this version does not know. Start the version that applied it, or restore a backup.`,
      );
    }
    if (migration.checksum !== entry.checksum) {
      throw new MigrationError(
        `Migration ${entry.tag} was changed after it had been applied (checksum ${entry.checksum.slice(0, 12)}, file ${migration.checksum.slice(0, 12)}). Restore the file and add a new migration instead.`,
      );
    }
  }
  const done = new Set(applied.map((entry) => entry.tag));
  const pending = known.filter((migration) => !done.has(migration.tag)).sort((a, b) => (a.tag < b.tag ? -1 : 1));
  const last = applied
    .map((entry) => entry.tag)
    .sort()
    .at(-1);
  const late = pending.find((migration) => last !== undefined && migration.tag < last);
  if (late)
    throw new MigrationError(
      `Migration ${late.tag} sorts before ${last}, which is already applied. Give it a later number.`,
    );
  return pending;
}

/**
 * The statements of a migration file. Recreating a table needs foreign keys switched off, which a Durable Object
 * cannot do and which would let `ON DELETE CASCADE` empty the tables that refer to it, so such a file is refused.
 */
export function splitMigration(sql: string): string[] {
  if (/\bPRAGMA\s+foreign_keys\b/i.test(sql)) {
    throw new MigrationError(
      "A migration must not switch foreign keys off: add columns and tables instead of recreating a table.",
    );
  }
  return sql
    .split("--> statement-breakpoint")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}
