/** What both engines must do alike, seen through the libSQL `Client` interface and through drizzle. */
import type { Client } from "@libsql/client/web";
import { eq, sql } from "drizzle-orm";
import { integer, sqliteTable, text } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { databaseOver } from "../../db/client";
import { isUniqueViolation, sqliteErrorCode } from "../../db/sqlite-errors";

export interface ContractEngine {
  /** Another client of the same database. */
  open(integerMode: "number" | "bigint"): Client;
}

const singers = sqliteTable("singers", {
  id: integer("id").primaryKey({ autoIncrement: true }),
  name: text("name").notNull().unique(),
  isActive: integer("is_active", { mode: "boolean" }).notNull().default(true),
});

const TABLES = [
  "CREATE TABLE singers (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, is_active INTEGER NOT NULL DEFAULT 1)",
  "CREATE TABLE songs (id INTEGER PRIMARY KEY, singer_id INTEGER NOT NULL REFERENCES singers(id) ON DELETE CASCADE, seconds INTEGER CHECK (seconds > 0))",
  "CREATE TABLE things (id INTEGER PRIMARY KEY, big INTEGER, data BLOB, ratio REAL, label TEXT)",
  "CREATE TABLE codes (code TEXT PRIMARY KEY NOT NULL)",
  "CREATE VIRTUAL TABLE lyrics USING fts5(body, tokenize='unicode61 remove_diacritics 2', prefix='2 3')",
];

export function describeDatabaseContract(name: string, engine: () => ContractEngine): void {
  describe(name, () => {
    let client: Client;
    let exact: Client;
    beforeAll(async () => {
      client = engine().open("number");
      exact = engine().open("bigint");
      await client.batch(TABLES, "write");
    });
    beforeEach(async () => {
      await client.batch(
        ["DELETE FROM songs", "DELETE FROM singers", "DELETE FROM things", "DELETE FROM codes", "DELETE FROM lyrics"],
        "write",
      );
    });
    const countOf = async (table: string) =>
      Number((await client.execute(`SELECT count(*) AS n FROM ${table}`)).rows[0]!.n);
    const codeOf = (work: Promise<unknown>) => work.then(() => "no error", sqliteErrorCode);

    it("reads rows by name and by position", async () => {
      const { rows, columns } = await client.execute({ sql: "SELECT ? AS a, ? AS b, NULL AS c", args: ["x", 2.5] });
      expect(columns).toEqual(["a", "b", "c"]);
      expect({ ...rows[0] }).toEqual({ a: "x", b: 2.5, c: null });
      expect([rows[0]![0], rows[0]![1], rows[0]!.length]).toEqual(["x", 2.5, 3]);
    });

    it("takes named arguments with and without prefix", async () => {
      const { rows } = await client.execute({
        sql: "SELECT :one AS a, @two AS b, :one AS c",
        args: { one: "1", "@two": "2" },
      });
      expect({ ...rows[0] }).toEqual({ a: "1", b: "2", c: "1" });
    });

    it("leaves question marks in texts, names and comments alone", async () => {
      const { rows } = await client.execute({
        sql: "SELECT '?' AS \"a?\", ? AS b -- ?\n, /* ? */ ? AS c",
        args: [1n, "two"],
      });
      expect({ ...rows[0] }).toEqual({ "a?": "?", b: 1, c: "two" });
    });

    it("stores booleans as integers and dates as milliseconds", async () => {
      const { rows } = await client.execute({
        sql: "SELECT typeof(?) AS t, ? AS yes, ? AS at",
        args: [false, true, new Date(1_700_000_000_123)],
      });
      expect({ ...rows[0] }).toEqual({ t: "integer", yes: 1, at: 1_700_000_000_123 });
    });

    it("counts changed rows and reports the last row id", async () => {
      const inserted = await client.execute("INSERT INTO things (id, label) VALUES (41, 'a'), (42, 'b')");
      expect([inserted.rowsAffected, inserted.lastInsertRowid]).toEqual([2, 42n]);
      expect((await client.execute("UPDATE things SET label = 'c' WHERE id = 41")).rowsAffected).toBe(1);
      expect((await client.execute("UPDATE things SET label = 'c' WHERE id = 99")).rowsAffected).toBe(0);
      expect((await client.execute("SELECT * FROM things")).rowsAffected).toBe(0);
      expect(
        (await client.execute("WITH old AS (SELECT 41 AS id) DELETE FROM things WHERE id IN (SELECT id FROM old)"))
          .rowsAffected,
      ).toBe(1);
    });

    it("gives back what RETURNING names", async () => {
      const { rows, rowsAffected } = await client.execute(
        "INSERT INTO things (id, label) VALUES (1, 'a'), (2, 'b') RETURNING id, label || '!' AS loud",
      );
      expect(rows.map((row) => ({ ...row }))).toEqual([
        { id: 1, loud: "a!" },
        { id: 2, loud: "b!" },
      ]);
      expect(rowsAffected).toBe(2);
    });

    it.each([9007199254740993n, 9223372036854775807n, -9223372036854775808n, -1n, 0n])(
      "keeps the integer %s exactly",
      async (big) => {
        await client.execute({
          sql: "INSERT INTO things (id, big, ratio, label) VALUES (1, ?, 2.0, '12')",
          args: [big],
        });
        const { rows } = await exact.execute("SELECT big, ratio, label, data FROM things ORDER BY id;");
        expect({ ...rows[0] }).toEqual({ big, ratio: 2, label: "12", data: null });
        const returned = await exact.execute({
          sql: "UPDATE things SET big = ? WHERE id = 1 RETURNING *, big AS again",
          args: [big],
        });
        expect({ ...returned.rows[0] }).toEqual({ id: 1n, big, data: null, ratio: 2, label: "12", again: big });
      },
    );

    it("refuses to round an integer that a number cannot hold", async () => {
      await client.execute({ sql: "INSERT INTO things (id, big) VALUES (1, ?)", args: [2n ** 60n] });
      await expect(client.execute("SELECT big FROM things")).rejects.toThrow(RangeError);
      expect((await client.execute("SELECT 1e17 AS real, 1e300 AS huge")).rows[0]).toMatchObject({
        real: 1e17,
        huge: 1e300,
      });
    });

    it("refuses numbers that SQLite does not have", async () => {
      await expect(client.execute({ sql: "SELECT ?", args: [Number.NaN] })).rejects.toThrow(RangeError);
      await expect(client.execute({ sql: "SELECT ?", args: [2n ** 63n] })).rejects.toThrow(RangeError);
    });

    it("keeps exact rows in the order of the query", async () => {
      await client.batch(
        [9, 3, 7, 1].map((id) => ({ sql: "INSERT INTO things (id, big) VALUES (?, ?)", args: [id, id] })),
        "write",
      );
      const { rows } = await exact.execute(
        "WITH few AS (SELECT id FROM things WHERE id > 1) SELECT id FROM few ORDER BY id DESC",
      );
      expect(rows.map((row) => row.id)).toEqual([9n, 7n, 3n]);
    });

    it("keeps every byte of a blob", async () => {
      const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
      await client.execute({ sql: "INSERT INTO things (id, data) VALUES (1, ?), (2, ?)", args: [bytes, bytes.buffer] });
      const { rows } = await client.execute("SELECT data FROM things");
      for (const row of rows) {
        expect(row.data).toBeInstanceOf(ArrayBuffer);
        expect(new Uint8Array(row.data as ArrayBuffer)).toEqual(bytes);
      }
    });

    it("takes more arguments than the engine binds at once", async () => {
      const values = Array.from({ length: 250 }, (_, i) => [i, `it's "${i}"?`, new Uint8Array([i])] as const);
      await client.execute({
        sql: `INSERT INTO things (id, label, data) VALUES ${values.map(() => "(?, ?, ?)").join(", ")}`,
        args: values.flat(),
      });
      const { rows } = await client.execute("SELECT id, label, data FROM things ORDER BY id");
      expect(rows.map((row) => [row.id, row.label, new Uint8Array(row.data as ArrayBuffer)])).toEqual(
        values.map((value) => [...value]),
      );
      const some = await client.execute({
        sql: `SELECT count(*) AS n FROM things WHERE id IN (${values.map(() => "?").join(",")})`,
        args: values.map(([id]) => id),
      });
      expect(some.rows[0]!.n).toBe(250);
    });

    it("commits a batch as a whole", async () => {
      const results = await client.batch(
        [
          "INSERT INTO codes VALUES ('a')",
          { sql: "INSERT INTO codes VALUES (?)", args: ["b"] },
          "SELECT count(*) AS n FROM codes",
        ],
        "write",
      );
      expect(results.map((result) => result.rowsAffected)).toEqual([1, 1, 0]);
      expect(results[2]!.rows[0]!.n).toBe(2);
    });

    it("rolls a batch back when one statement fails, and says which", async () => {
      const batch = client.batch(
        ["INSERT INTO codes VALUES ('a')", "INSERT INTO codes VALUES ('a')", "INSERT INTO codes VALUES ('c')"],
        "write",
      );
      await expect(batch).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_UNIQUE", statementIndex: 1 });
      expect(await countOf("codes")).toBe(0);
    });

    it("leaves nothing of a statement that fails half-way", async () => {
      expect(await codeOf(client.execute("INSERT INTO codes VALUES ('a'), ('b'), ('a')"))).toBe(
        "SQLITE_CONSTRAINT_UNIQUE",
      );
      expect(await countOf("codes")).toBe(0);
    });

    it("names each kind of violation", async () => {
      await client.execute("INSERT INTO singers (id, name) VALUES (1, 'Ada')");
      expect(await codeOf(client.execute("INSERT INTO singers (name) VALUES ('Ada')"))).toBe(
        "SQLITE_CONSTRAINT_UNIQUE",
      );
      expect(await codeOf(client.execute("INSERT INTO singers (name) VALUES (NULL)"))).toBe(
        "SQLITE_CONSTRAINT_NOTNULL",
      );
      expect(await codeOf(client.execute("INSERT INTO songs (singer_id) VALUES (7)"))).toBe(
        "SQLITE_CONSTRAINT_FOREIGNKEY",
      );
      expect(await codeOf(client.execute("INSERT INTO songs (singer_id, seconds) VALUES (1, 0)"))).toBe(
        "SQLITE_CONSTRAINT_CHECK",
      );
      expect(await codeOf(client.execute("SELECT * FROM nowhere"))).toBe("SQLITE_ERROR");
    });

    it("follows foreign keys when a row goes", async () => {
      await client.batch(
        ["INSERT INTO singers (id, name) VALUES (1, 'Ada')", "INSERT INTO songs (singer_id) VALUES (1), (1)"],
        "write",
      );
      expect((await client.execute("DELETE FROM singers")).rowsAffected).toBe(1);
      expect(await countOf("songs")).toBe(0);
    });

    it("searches full text by prefix, without regard to accents", async () => {
      await client.execute("INSERT INTO lyrics (body) VALUES ('Über den Wolken'), ('La vie en rose')");
      const found = await client.execute({
        sql: "SELECT body FROM lyrics WHERE lyrics MATCH ?",
        args: ['"uber" AND "wol" *'],
      });
      expect(found.rows.map((row) => row.body)).toEqual(["Über den Wolken"]);
    });

    it("runs a script of several statements", async () => {
      await client.executeMultiple("INSERT INTO codes VALUES ('x'); INSERT INTO codes VALUES ('y');");
      expect(await countOf("codes")).toBe(2);
    });

    it("refuses interactive transactions and says what to use", async () => {
      await expect(client.transaction("write")).rejects.toThrow(/db\.batch/);
    });

    it("serves drizzle: returning, batch, upsert, errors with their code", async () => {
      const database = databaseOver(client);
      const [ada] = await database.insert(singers).values({ name: "Ada", isActive: false }).returning();
      expect(ada).toEqual({ id: expect.any(Number), name: "Ada", isActive: false });
      const [, listed] = await database.batch([
        database.insert(singers).values({ name: "Bo" }),
        database.select({ name: singers.name }).from(singers).orderBy(singers.name),
      ]);
      expect(listed).toEqual([{ name: "Ada" }, { name: "Bo" }]);
      await database
        .insert(singers)
        .values({ name: "Bo" })
        .onConflictDoUpdate({ target: singers.name, set: { isActive: sql`NOT ${singers.isActive}` } });
      expect(await database.select().from(singers).where(eq(singers.name, "Bo")).get()).toMatchObject({
        isActive: false,
      });
      const again = await database
        .insert(singers)
        .values({ name: "Bo" })
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      expect(isUniqueViolation(again)).toBe(true);
      const batch = await database
        .batch([database.insert(singers).values({ name: "Cy" }), database.insert(singers).values({ name: "Bo" })])
        .then(
          () => undefined,
          (error: unknown) => error,
        );
      expect(isUniqueViolation(batch)).toBe(true);
      expect(await database.$count(singers)).toBe(2);
    });

    it("lets a conditional update win once under concurrency", async () => {
      await client.execute("INSERT INTO things (id, big) VALUES (1, 3)");
      const takes = Array.from({ length: 10 }, () =>
        client.execute("UPDATE things SET big = big - 1 WHERE id = 1 AND big > 0 RETURNING big"),
      );
      const won = (await Promise.all(takes)).filter((result) => result.rows.length === 1);
      expect(won).toHaveLength(3);
    });
  });
}
