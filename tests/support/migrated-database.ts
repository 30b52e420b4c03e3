/** A migrated database of a test's own, on the native libSQL engine over HTTP. */
import { readFileSync } from "node:fs";
import { type Database, databaseOver } from "../../db/client";
import { LibsqlClient } from "../../db/libsql-client";
import { migrateDatabase } from "../../db/migrate-libsql";
import { splitMigration } from "../../db/migration-plan";
import { startLibsqlServer } from "./libsql-server";

const folder = new URL("../../db/migrations/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

export interface MigratedDatabase {
  database: Database;
  /** A workspace with its owner, without a subscription. */
  addWorkspace(id: string): Promise<void>;
  close(): Promise<void>;
}

/** What makes a new database as the first one became by the product's own way of migrating, which takes seven times as long. */
let scriptOfMigrated: Promise<string> | undefined;

export async function openMigratedDatabase(): Promise<MigratedDatabase> {
  scriptOfMigrated ??= writeScript();
  const server = await startLibsqlServer({ script: await scriptOfMigrated });
  const client = new LibsqlClient({ url: server.url });
  return {
    database: databaseOver(client),
    async addWorkspace(id) {
      await client.batch([
        {
          sql: "INSERT INTO users (id, email, password_hash, public_user_id, created_at_ms) VALUES (?, ?, 'x', ?, 0)",
          args: [`user_${id}`, `${id}@example.com`, `public_${id}`],
        },
        {
          sql: "INSERT INTO workspaces (id, name, owner_id, created_at_ms) VALUES (?, 'Test', ?, 0)",
          args: [id, `user_${id}`],
        },
        {
          sql: "INSERT INTO workspace_members (workspace_id, user_id, role, created_at_ms) VALUES (?, ?, 'admin', 0)",
          args: [id, `user_${id}`],
        },
      ]);
    },
    close: async () => {
      await server.close();
    },
  };
}

/** Migrates a database, and writes what was applied to it, with its journal, as one script. */
async function writeScript(): Promise<string> {
  const journal = JSON.parse(read("meta/_journal.json")) as { entries: { tag: string }[] };
  const migrations = journal.entries.map(({ tag }) => ({ tag, sql: read(`${tag}.sql`) }));
  const server = await startLibsqlServer();
  try {
    const client = new LibsqlClient({ url: server.url });
    await migrateDatabase(client, migrations);
    const { rows: tables } = await client.execute(
      "SELECT sql FROM sqlite_master WHERE type = 'table' AND name LIKE 'schema_migration%'",
    );
    const { rows: applied } = await client.execute(
      "SELECT format('INSERT INTO schema_migrations VALUES (%Q, %Q, %d)', tag, checksum, applied_at_ms) AS sql FROM schema_migrations ORDER BY tag",
    );
    const statements = [...tables.map(({ sql }) => String(sql)), ...applied.map(({ sql }) => String(sql))];
    return ["BEGIN", ...statements, ...migrations.flatMap(({ sql }) => splitMigration(sql)), "COMMIT"]
      .map((statement) => statement.replace(/;?\s*$/, ";"))
      .join("\n");
  } finally {
    await server.close();
  }
}
