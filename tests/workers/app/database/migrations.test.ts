import { env, runInDurableObject } from "cloudflare:test";
import { expect, it } from "vitest";
import { databaseOver, embeddedClient } from "../../../../db/client";
import { migrations } from "../../../../db/migrations/list";
import { migrateStorage } from "../../../../durable-objects/database/migrate-storage";
import { expectHistorySearch } from "../../../support/history-search-contract";
import { oldDatabase } from "../../../support/old-database";

const objectNamed = (name: string) => env.DATABASE.get(env.DATABASE.idFromName(name));

/** Puts the object's storage back to what the first version left, so that its next start finds an old database. */
async function makeOld(name: string): Promise<void> {
  const statements = await oldDatabase(migrations[0]!);
  await runInDurableObject(objectNamed(name), async (_object, state) => {
    await state.storage.deleteAll();
    for (const { sql, args } of statements) state.storage.sql.exec(sql, ...args);
    await state.storage.sync();
  });
  await runInDurableObject(objectNamed(name), (_object, state) => state.abort("start again")).catch(() => undefined);
}

it("a new database object has the current schema before its first answer", async () => {
  const { rows } = await embeddedClient(env.DATABASE, "fresh").execute(
    "SELECT tag FROM schema_migrations ORDER BY tag",
  );
  expect(rows.map((row) => row.tag)).toEqual(migrations.map(({ tag }) => tag));
});

it("an object with an old database keeps its data and makes it searchable, also when many calls race to wake it", async () => {
  await makeOld("old");
  const client = embeddedClient(env.DATABASE, "old");
  const counts = await Promise.all(
    Array.from({ length: 10 }, () => client.execute("SELECT count(*) AS n FROM history_search_keys")),
  );
  expect(counts.map((result) => result.rows[0]!.n)).toEqual(Array(10).fill(3));
  await expectHistorySearch(databaseOver(client));
  expect((await client.execute("SELECT email FROM users")).rows[0]!.email).toBe("old@example.com");
});

it("data survives the object's eviction", async () => {
  const client = embeddedClient(env.DATABASE, "evicted");
  await client.execute("INSERT INTO instance_settings VALUES ('a', 'b')");
  await runInDurableObject(objectNamed("evicted"), (_object, state) => state.abort("evict")).catch(() => undefined);
  expect((await client.execute("SELECT value FROM instance_settings")).rows[0]!.value).toBe("b");
});

it("a changed migration file is refused with its name, and nothing of a failing one stays", async () => {
  await runInDurableObject(objectNamed("changed"), async (_object, state) => {
    const changed = migrations.map((migration, i) =>
      i === 0 ? { ...migration, sql: `${migration.sql};SELECT 1` } : migration,
    );
    await expect(migrateStorage(state.storage, changed)).rejects.toThrow(/0000_foundation was changed/);
    const broken = [
      ...migrations,
      { tag: "9000_broken", sql: "CREATE TABLE half (n);--> statement-breakpoint\nINSERT INTO nowhere VALUES (1)" },
    ];
    await expect(migrateStorage(state.storage, broken)).rejects.toThrow(/no such table/);
    expect(state.storage.sql.exec("SELECT count(*) AS n FROM sqlite_master WHERE name = 'half'").one().n).toBe(0);
  });
});
