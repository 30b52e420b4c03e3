import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Database } from "../../../db/client";
import { historyMatches } from "../../../db/history-search";
import { historyItems } from "../../../db/schema";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";
import { historyRow } from "../../support/old-database";

let opened: MigratedDatabase;
let database: Database;
beforeAll(async () => {
  opened = await openMigratedDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

const search = async (words: string) =>
  (await database.select({ id: historyItems.id }).from(historyItems).where(historyMatches("ws_a", words))).map(
    ({ id }) => id,
  );

it("no search, whatever is typed, is an error", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.string({ unit: "binary" }),
        fc.constantFrom('"', "AND", "NEAR(a b)", "a OR", "^", "text:", "-x", "*", "{a}:b", "'; --"),
      ),
      async (words) => {
        await search(words);
      },
    ),
    { numRuns: 200 },
  );
});

it("every item is found by any of its words and by their beginnings, by nobody else", async () => {
  const word = fc.stringMatching(/^[a-zäöüéñа-я0-9]{2,10}$/);
  let counter = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 6 }), async (words) => {
      const id = `hist_${counter++}`;
      await database.$client.batch(
        historyRow({ id, workspaceId: "ws_a", text: words.join(", "), voiceName: "v", createdAtMs: 1 }),
      );
      await database.$client.batch(
        historyRow({ id: `${id}_other`, workspaceId: "ws_b", text: words.join(" "), voiceName: "v", createdAtMs: 1 }),
      );
      for (const each of [...words, words[0]!.slice(0, 2), words[0]!.toUpperCase(), words.toReversed().join(" ")]) {
        const found = await search(each);
        expect(found).toContain(id);
        expect(found.filter((one) => one.endsWith("_other"))).toEqual([]);
      }
    }),
    { numRuns: 40 },
  );
});

it("a blank search is no condition, and one of signs alone finds nothing", async () => {
  expect(historyMatches("ws_a", " \n")).toBeUndefined();
  expect(await search(" … !? ")).toEqual([]);
});
