import { readdirSync, readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { databaseOver } from "../../../db/client";
import { LibsqlClient } from "../../../db/libsql-client";
import { migrateDatabase } from "../../../db/migrate-libsql";
import { type Migration, planMigrations, splitMigration, withChecksums } from "../../../db/migration-plan";
import { expectHistorySearch } from "../../support/history-search-contract";
import { type LibsqlServer, startLibsqlServer } from "../../support/libsql-server";
import { oldDatabase } from "../../support/old-database";

const folder = new URL("../../../db/migrations/", import.meta.url);
const read = (name: string) => readFileSync(new URL(name, folder), "utf8");
const journal = JSON.parse(read("meta/_journal.json")) as { entries: { tag: string }[] };
const migrations: Migration[] = journal.entries.map(({ tag }) => ({ tag, sql: read(`${tag}.sql`) }));

let server: LibsqlServer;
const connect = () => new LibsqlClient({ url: server.url });
beforeEach(async () => {
  server = await startLibsqlServer();
});
afterEach(() => server.close());

describe("the migration files", () => {
  it("are all in the list that the product applies", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(files.map((name) => name.replace(".sql", ""))).toEqual(journal.entries.map(({ tag }) => tag));
    const listed = [...read("list.ts").matchAll(/tag: "(\w+)"/g)].map((match) => match[1]);
    expect(listed).toEqual(journal.entries.map(({ tag }) => tag));
    const imported = [...read("list.ts").matchAll(/from "\.\/(\w+)\.sql"/g)].map((match) => match[1]);
    expect(imported).toEqual(listed);
  });

  it("never switch foreign keys off", () => {
    for (const migration of migrations) expect(() => splitMigration(migration.sql)).not.toThrow();
    expect(() => splitMigration("PRAGMA foreign_keys=OFF;")).toThrow(/foreign keys/);
  });
});

describe("migrating a libSQL database", () => {
  it("applies every file once", async () => {
    await migrateDatabase(connect(), migrations);
    await migrateDatabase(connect(), migrations);
    const { rows } = await connect().execute("SELECT tag FROM schema_migrations ORDER BY tag");
    expect(rows.map((row) => row.tag)).toEqual(journal.entries.map(({ tag }) => tag));
    expect((await connect().execute("SELECT * FROM schema_migration_lock")).rows).toEqual([]);
  });

  it("keeps the data of an old database and makes it searchable", async () => {
    await connect().batch(await oldDatabase(migrations[0]!));
    await migrateDatabase(connect(), migrations);
    await expectHistorySearch(databaseOver(connect()));
    expect((await connect().execute("SELECT email FROM users")).rows[0]!.email).toBe("old@example.com");
  });

  it("applies each file once when ten starts race", async () => {
    const counting = [
      ...migrations,
      { tag: "9000_count", sql: "CREATE TABLE starts (n);--> statement-breakpoint\nINSERT INTO starts VALUES (1)" },
    ];
    await Promise.all(Array.from({ length: 10 }, () => migrateDatabase(connect(), counting)));
    expect((await connect().execute("SELECT count(*) AS n FROM starts")).rows[0]!.n).toBe(1);
    expect((await connect().execute("SELECT count(*) AS n FROM schema_migrations")).rows[0]!.n).toBe(counting.length);
  });

  it("takes over from a start that died while it held the lock", async () => {
    await connect().batch([
      "CREATE TABLE schema_migration_lock (id INTEGER PRIMARY KEY CHECK (id = 1), holder TEXT NOT NULL, expires_at_ms INTEGER NOT NULL)",
      "INSERT INTO schema_migration_lock VALUES (1, 'dead', 1)",
    ]);
    await migrateDatabase(connect(), migrations);
    expect((await connect().execute("SELECT count(*) AS n FROM schema_migrations")).rows[0]!.n).toBe(migrations.length);
  });

  it("waits for a start that holds the lock and does not apply what that one applied", async () => {
    await connect().batch([
      "CREATE TABLE schema_migration_lock (id INTEGER PRIMARY KEY CHECK (id = 1), holder TEXT NOT NULL, expires_at_ms INTEGER NOT NULL)",
      "INSERT INTO schema_migration_lock VALUES (1, 'other', 9000000000000000)",
    ]);
    const waiting = migrateDatabase(connect(), migrations);
    const other = await startLibsqlServer();
    const journalOfOther = new LibsqlClient({ url: other.url });
    await migrateDatabase(journalOfOther, migrations);
    const { rows } = await journalOfOther.execute("SELECT tag, checksum FROM schema_migrations");
    await connect().batch(
      rows.map((row) => ({ sql: "INSERT INTO schema_migrations VALUES (?, ?, 1)", args: [row.tag!, row.checksum!] })),
    );
    await waiting;
    await other.close();
    const tables = await connect().execute("SELECT count(*) AS n FROM sqlite_master WHERE name = 'users'");
    expect(tables.rows[0]!.n).toBe(0);
  });

  it("leaves nothing of a file that fails half-way, and names it", async () => {
    const broken = [
      ...migrations,
      { tag: "9000_broken", sql: "CREATE TABLE half (n);--> statement-breakpoint\nINSERT INTO nowhere VALUES (1)" },
    ];
    await expect(migrateDatabase(connect(), broken)).rejects.toThrow(/9000_broken.*no such table/);
    expect((await connect().execute("SELECT count(*) AS n FROM sqlite_master WHERE name = 'half'")).rows[0]!.n).toBe(0);
    await migrateDatabase(connect(), migrations);
  });
});

describe("planning", () => {
  it("refuses a file that was changed after it had been applied", async () => {
    const [before] = await withChecksums([{ tag: "0000_a", sql: "CREATE TABLE a (x)" }]);
    const [after] = await withChecksums([{ tag: "0000_a", sql: "CREATE TABLE a (y)" }]);
    expect(() => planMigrations([before!], [after!])).toThrow(/0000_a was changed after it had been applied/);
  });

  it("does not mind how a checkout ends lines", async () => {
    const [unix] = await withChecksums([{ tag: "0000_a", sql: "CREATE TABLE a (\nx)\n" }]);
    const [windows] = await withChecksums([{ tag: "0000_a", sql: "CREATE TABLE a (\r\nx)" }]);
    expect(planMigrations([unix!], [windows!])).toEqual([]);
  });

  it("refuses a database that a newer version has changed", async () => {
    expect(() => planMigrations([{ tag: "0009_z", checksum: "c" }], [])).toThrow(
      /0009_z, which this version does not know/,
    );
  });

  it("refuses a file that would go before one that is applied", async () => {
    const known = await withChecksums([
      { tag: "0000_a", sql: "a" },
      { tag: "0001_b", sql: "b" },
    ]);
    expect(() => planMigrations([known[1]!], known)).toThrow(/0000_a sorts before 0001_b/);
  });
});
