/** The history of one voice, which both database engines must answer alike. */
import { beforeAll, describe, expect, it } from "vitest";
import type { HistoryQuery } from "../../app/domains/history/schema";
import { selectItems } from "../../app/domains/history/store";
import { newId } from "../../app/lib/ids";
import type { Database } from "../../db/client";
import { historyRow } from "./old-database";

const DAY_MS = Date.UTC(2026, 0, 5);

export function describeVoiceFilter(engine: string, open: () => Database): void {
  const workspaceId = newId("ws");
  const otherWorkspaceId = newId("ws");
  const ids: Record<string, string> = {};
  let database: Database;

  async function add(name: string, second: number, voiceIds: string[], inWorkspace = workspaceId) {
    const createdAtMs = DAY_MS + second * 1000;
    const id = newId("hist", createdAtMs);
    ids[name] = id;
    const dialogue = voiceIds.map((voiceId) => ({ text: `says "voiceId":"ada"`, voiceId, voiceName: voiceId }));
    await database.$client.batch([
      ...historyRow({ id, workspaceId: inWorkspace, text: name, voiceName: voiceIds[0]!, createdAtMs }),
      {
        sql: "UPDATE history_items SET voice_id = ?, dialogue = ? WHERE id = ?",
        args: [voiceIds[0]!, voiceIds.length > 1 ? JSON.stringify(dialogue) : null, id],
      },
    ]);
  }

  const found = async (query: Partial<HistoryQuery>) => {
    const items = await selectItems(database, workspaceId, { pageSize: 10, sortDirection: "desc", ...query });
    return items.map((item) => item.text);
  };

  describe(`the history of a voice on the ${engine} engine`, () => {
    beforeAll(async () => {
      database = open();
      await add("alone", 1, ["ada"]);
      await add("first", 2, ["ada", "bob"]);
      await add("second", 3, ["bob", "ada"]);
      await add("without", 4, ["bob", "cleo"]);
      await add("third", 5, ["bob", "cleo", "ada", "ada"]);
      await add("elsewhere", 6, ["bob", "ada"], otherWorkspaceId);
      await add("again", 7, ["ada"]);
    });

    it("holds each dialogue in which it speaks, once, in order, and no other workspace's", async () => {
      expect(await found({ voiceId: "ada" })).toEqual(["again", "third", "second", "first", "alone"]);
      expect(await found({ voiceId: "cleo", sortDirection: "asc" })).toEqual(["without", "third"]);
      expect(await found({ voiceId: "ad" })).toEqual([]);
    });

    it("goes on after a page, and is narrowed by what else is asked", async () => {
      expect(await found({ voiceId: "ada", pageSize: 1 })).toEqual(["again", "third"]);
      expect(await found({ voiceId: "ada", startAfterId: ids.third })).toEqual(["second", "first", "alone"]);
      expect(await found({ voiceId: "ada", isDialogue: true })).toEqual(["third", "second", "first"]);
      expect(await found({ voiceId: "ada", isDialogue: false })).toEqual(["again", "alone"]);
      expect(await found({ voiceId: "ada", search: "third" })).toEqual(["third"]);
      expect(await found({ voiceId: "ada", dateBeforeUnix: DAY_MS / 1000 + 3 })).toEqual(["first", "alone"]);
    });

    it("is read by its indexes, without a look at other workspaces", async () => {
      const { rows } = await database.$client.execute({
        sql: `EXPLAIN QUERY PLAN SELECT id FROM history_items WHERE workspace_id = ? AND dialogue IS NOT NULL
          AND EXISTS (SELECT 1 FROM json_each(dialogue) AS line WHERE json_extract(line.value, '$.voiceId') = ?)
          ORDER BY created_at_ms DESC, id DESC LIMIT 11`,
        args: [workspaceId, "ada"],
      });
      const plan = rows.map((row) => String(row.detail)).join("\n");
      expect(plan).toContain("history_items_dialogues (workspace_id=?)");
      expect(plan).not.toContain("TEMP B-TREE");
    });
  });
}
