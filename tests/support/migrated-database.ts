/** A migrated database of a test's own, on the native libSQL engine over HTTP. */
import { readFileSync } from "node:fs";
import { type Database, databaseOver } from "../../db/client";
import { LibsqlClient } from "../../db/libsql-client";
import { migrateDatabase } from "../../db/migrate-libsql";
import { startLibsqlServer } from "./libsql-server";

const folder = new URL("../../db/migrations/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");

export interface MigratedDatabase {
  database: Database;
  /** A workspace with its owner, without a subscription. */
  addWorkspace(id: string): Promise<void>;
  close(): Promise<void>;
}

export async function openMigratedDatabase(): Promise<MigratedDatabase> {
  const server = await startLibsqlServer();
  const client = new LibsqlClient({ url: server.url });
  const journal = JSON.parse(read("meta/_journal.json")) as { entries: { tag: string }[] };
  await migrateDatabase(
    client,
    journal.entries.map(({ tag }) => ({ tag, sql: read(`${tag}.sql`) })),
  );
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
