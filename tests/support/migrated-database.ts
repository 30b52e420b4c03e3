/** A migrated database of a test's own, on the native libSQL engine, asked by the product's client without a network. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Database, databaseOver } from "../../db/client";
import { LibsqlClient } from "../../db/libsql-client";
import { migrateDatabase } from "../../db/migrate-libsql";
import { type HranaPipeline, openLibsqlEngine } from "./libsql-engine";

const migrations = new URL("../../db/migrations/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, migrations), "utf8");

export interface MigratedDatabase {
  database: Database;
  /** A workspace with its owner, without a subscription. */
  addWorkspace(id: string): Promise<void>;
  close(): Promise<void>;
}

/** What the file of a new database holds. Migrating takes twenty times as long as a copy of what came of it. */
let migrated: Promise<Buffer> | undefined;

export async function openMigratedDatabase(): Promise<MigratedDatabase> {
  migrated ??= migrate();
  const folder = newFolder();
  const file = path.join(folder, "database");
  writeFileSync(file, await migrated);
  const { client, engine } = openClient(file);
  // The engine goes on without the file's name, and nothing is left behind, however a test ends.
  rmSync(folder, { recursive: true });
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
    close: async () => engine.close(),
  };
}

async function migrate(): Promise<Buffer> {
  const journal = JSON.parse(read("meta/_journal.json")) as { entries: { tag: string }[] };
  const folder = newFolder();
  try {
    const file = path.join(folder, "database");
    const { client, engine } = openClient(file);
    await migrateDatabase(
      client,
      journal.entries.map(({ tag }) => ({ tag, sql: read(`${tag}.sql`) })),
    );
    engine.close();
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const newFolder = () => mkdtempSync(path.join(tmpdir(), "parlando-database-"));

function openClient(file: string) {
  const engine = openLibsqlEngine(file);
  const client = new LibsqlClient({
    url: "http://database.test",
    fetch: async (request) => {
      const { status, body } = engine.answer((await request.json()) as HranaPipeline);
      return Response.json(body, { status });
    },
  });
  return { client, engine };
}
