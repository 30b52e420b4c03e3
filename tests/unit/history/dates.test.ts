import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { HistoryQuery } from "../../../app/domains/history/schema";
import { selectItems } from "../../../app/domains/history/store";
import { newId } from "../../../app/lib/ids";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";
import { historyRow } from "../../support/old-database";

const SECOND = Date.UTC(2026, 0, 5, 12) / 1000;
const SECOND_MS = SECOND * 1000;
const workspaceId = newId("ws");

let opened: MigratedDatabase;
beforeAll(async () => {
  opened = await openMigratedDatabase();
  const times = { before: SECOND_MS - 1, start: SECOND_MS, end: SECOND_MS + 999, after: SECOND_MS + 1000 };
  for (const [text, createdAtMs] of Object.entries(times)) {
    const id = newId("hist", createdAtMs);
    await opened.database.$client.batch(historyRow({ id, workspaceId, text, voiceName: "Ada", createdAtMs }));
  }
});
afterAll(() => opened.close());

async function found(query: Partial<HistoryQuery>): Promise<string[]> {
  const asked: HistoryQuery = { pageSize: 10, sortDirection: "asc", ...query };
  return (await selectItems(opened.database, workspaceId, asked)).map(({ text }) => text);
}

// Items of a voice are asked for in another way than all items; `v` is the one voice there is.
describe.each<[string, Partial<HistoryQuery>]>([
  ["all items", {}],
  ["the items of a voice", { voiceId: "v" }],
  ["the items that a search finds", { search: "ada" }],
])("%s", (_which, narrowed) => {
  it("after a second begin with the second itself, to the millisecond", async () => {
    expect(await found({ ...narrowed, dateAfterUnix: SECOND })).toEqual(["start", "end", "after"]);
    expect(await found({ ...narrowed, dateAfterUnix: SECOND + 1 })).toEqual(["after"]);
    expect(await found({ ...narrowed, dateAfterUnix: SECOND + 2 })).toEqual([]);
  });

  it("before a second have nothing of the second itself", async () => {
    expect(await found({ ...narrowed, dateBeforeUnix: SECOND })).toEqual(["before"]);
    expect(await found({ ...narrowed, dateBeforeUnix: SECOND + 1 })).toEqual(["before", "start", "end"]);
  });

  it("from a second to the next are that second's, and none are from a second to itself", async () => {
    expect(await found({ ...narrowed, dateAfterUnix: SECOND, dateBeforeUnix: SECOND + 1 })).toEqual(["start", "end"]);
    expect(await found({ ...narrowed, dateAfterUnix: SECOND, dateBeforeUnix: SECOND })).toEqual([]);
  });
});
