/** What history search finds after an old database has been brought up to date, on either engine. */
import { asc } from "drizzle-orm";
import { expect } from "vitest";
import type { Database } from "../../db/client";
import { historyMatches } from "../../db/history-search";
import { historyItems } from "../../db/schema";
import { historyRow } from "./old-database";

/** Expects the rows of `oldDatabase` to be found, then adds, changes and deletes some. */
export async function expectHistorySearch(database: Database): Promise<void> {
  const find = async (search: string, workspaceId = "ws_old") =>
    (
      await database
        .select({ id: historyItems.id })
        .from(historyItems)
        .where(historyMatches(workspaceId, search))
        .orderBy(asc(historyItems.id))
    ).map(({ id }) => id);
  expect(await find("GRUẞE sud")).toEqual(["hist_old1"]);
  expect(await find("MORNING quiet")).toEqual(["hist_old2"]);
  expect(await find("quiet", "ws_other")).toEqual(["hist_other"]);
  expect(await find("clara")).toEqual(["hist_old1"]);
  for (const voice of ["bruno", "oscar", "sea Óscar", "Oscar: by the s"])
    expect(await find(voice), voice).toEqual(["hist_old2"]);
  expect(await find("quiet NOT sea")).toEqual([]);
  expect(await find('"quiet" OR (sea)*')).toEqual([]);

  await database.$client.batch(
    historyRow({
      id: "hist_talk",
      workspaceId: "ws_old",
      text: "Good evening",
      voiceName: "Ezra",
      dialogue: [
        { text: "Good", voiceName: "Ezra" },
        { text: "evening", voiceName: "Yuki 雪" },
        { text: "", voiceName: "Ezra" },
      ],
      createdAtMs: 8,
    }),
    "write",
  );
  for (const voice of ["ezra", "yuki evening", "雪"]) expect(await find(voice), voice).toEqual(["hist_talk"]);
  await database.$client.execute(
    `UPDATE history_items SET dialogue = '[{"text":"Good evening","voiceName":"Mara"}]' WHERE id = 'hist_talk'`,
  );
  expect([await find("mara"), await find("yuki"), await find("雪")]).toEqual([["hist_talk"], [], []]);
  await database.$client.execute("DELETE FROM history_items WHERE id = 'hist_talk'");

  await database.$client.batch(
    historyRow({
      id: "hist_new",
      workspaceId: "ws_old",
      text: "Тихое утро 東京 it's",
      voiceName: "Dana",
      createdAtMs: 9,
    }),
    "write",
  );
  expect(await find("ТИХ")).toEqual(["hist_new"]);
  expect(await find("it's")).toEqual(["hist_new"]);
  expect(await find("京")).toEqual(["hist_new"]);
  expect(await find("утро 京")).toEqual(["hist_new"]);
  expect(await find("京 loud")).toEqual([]);
  expect(await find("東京", "ws_other")).toEqual([]);
  await database.$client.execute(
    "UPDATE history_items SET text = '今天天气很好，我们去公园。明日は雨が降るでしょう。ฉันรักภาษาไทย iPhone手机' WHERE id = 'hist_new'",
  );
  for (const part of [
    "今天",
    "天气",
    "公园",
    "雨",
    "雨が降る",
    "ภาษา",
    "手机",
    "iphone",
    "IPHONE手机",
    "公园 天气 Dana",
  ]) {
    expect(await find(part), part).toEqual(["hist_new"]);
  }
  expect(await find(Array.from({ length: 200 }, () => "公园").join(" "))).toEqual(["hist_new"]);
  for (const other of ["天园", "公园 雪", "公园 Clara"]) expect(await find(other), other).toEqual([]);
  await database.$client.execute("UPDATE history_items SET text = 'A loud noon' WHERE id = 'hist_new'");
  expect(await find("тихое")).toEqual([]);
  expect(await find("loud no")).toEqual(["hist_new"]);
  await database.$client.execute("DELETE FROM history_items WHERE id = 'hist_new'");
  expect(await find("loud")).toEqual([]);
  expect((await database.$client.execute("SELECT count(*) AS n FROM history_search_keys")).rows[0]!.n).toBe(3);
}
