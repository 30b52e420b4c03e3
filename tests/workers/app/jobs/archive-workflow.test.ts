import { env, introspectWorkflowInstance, SELF } from "cloudflare:test";
import { unzipSync } from "fflate";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { openDatabase } from "../../../../db/client";
import { historyItems } from "../../../../db/schema";
import { historyRow } from "../../../support/old-database";
import { signUpForTest, type TestCaller } from "../../../support/test-caller";

const database = openDatabase(env);
let caller: TestCaller;
let ids: string[];

async function addItems(workspaceId: string, count: number, deletedAtMs?: number): Promise<string[]> {
  const added = Array.from({ length: count }, (_, i) => `hist_${workspaceId}_${deletedAtMs ?? 0}_${i}`);
  await database.$client.batch(
    added.flatMap((id) =>
      historyRow({ id, workspaceId, text: "t", voiceName: "Clara", createdAtMs: 1_700_000_000_000 }),
    ),
  );
  await database.$client.batch(
    added.map((id) => ({
      sql: "UPDATE audio_files SET audio_key = ?, timings_key = ? WHERE id = ?",
      args: [`sound/${id}`, `timings/${id}`, `audio_${id}`],
    })),
  );
  if (deletedAtMs !== undefined) await database.update(historyItems).set({ deletedAtMs });
  for (const id of added) await env.STORAGE.put(`sound/${id}`, `sound of ${id}`);
  return added;
}
const call = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`http://localhost${path}`, {
    ...init,
    headers: { "xi-api-key": caller.apiKey, "content-type": "application/json" },
  });

beforeAll(async () => {
  caller = await signUpForTest(env);
  ids = await addItems(caller.workspaceId, 25);
});

describe("an archive over the API", () => {
  it("is made in the background and downloaded as one zip", async () => {
    const started = await call("/v1/history-archives", {
      method: "POST",
      body: JSON.stringify({ history_item_ids: ids }),
    });
    expect(started.status).toBe(200);
    const { archive_id: id, items_total: total } = await started.json<{ archive_id: string; items_total: number }>();
    expect(total).toBe(25);
    await vi.waitFor(
      async () =>
        expect(await (await call(`/v1/history-archives/${id}`)).json()).toMatchObject({
          state: "done",
          items_done: 25,
        }),
      { timeout: 20_000, interval: 200 },
    );
    const zip = await call(`/v1/history-archives/${id}/file`);
    expect(zip.headers.get("content-disposition")).toMatch(/_history\.zip/);
    const files = unzipSync(await zip.bytes());
    expect(Object.values(files).map((bytes) => new TextDecoder().decode(bytes))).toEqual(
      ids.map((item) => `sound of ${item}`),
    );
  });

  it("is refused for a stranger's items and not shown to a stranger", async () => {
    const own = caller;
    const started = await call("/v1/history-archives", {
      method: "POST",
      body: JSON.stringify({ history_item_ids: ids.slice(0, 1) }),
    });
    const { archive_id: id } = await started.json<{ archive_id: string }>();
    caller = await signUpForTest(env);
    expect((await call(`/v1/history-archives/${id}`)).status).toBe(404);
    expect((await call(`/v1/history-archives/${id}/file`)).status).toBe(404);
    expect(
      (await call("/v1/history-archives", { method: "POST", body: JSON.stringify({ history_item_ids: ids }) })).status,
    ).toBe(404);
    caller = own;
  });

  it("ends when it is cancelled", async () => {
    const id = `arch_cancelled_${Date.now()}`;
    await database.$client.execute({
      sql: "INSERT INTO history_archives (id, workspace_id, user_id, item_ids, output_format, state, created_at_ms) VALUES (?, ?, 'u', ?, 'default', 'queued', 1)",
      args: [id, caller.workspaceId, JSON.stringify(ids)],
    });
    expect(await (await call(`/v1/history-archives/${id}`, { method: "DELETE" })).json()).toMatchObject({
      state: "cancelled",
    });
    await using instance = await introspectWorkflowInstance(env.HISTORY_ARCHIVE, id);
    await env.HISTORY_ARCHIVE.create({ id, params: { archiveId: id } });
    await instance.waitForStatus("complete");
    expect(await (await call(`/v1/history-archives/${id}`)).json()).toMatchObject({
      state: "cancelled",
      items_done: 0,
    });
  });

  it("goes on when a step fails at first", async () => {
    const id = `arch_retried_${Date.now()}`;
    await database.$client.execute({
      sql: "INSERT INTO history_archives (id, workspace_id, user_id, item_ids, output_format, state, created_at_ms) VALUES (?, ?, 'u', ?, 'default', 'queued', 1)",
      args: [id, caller.workspaceId, JSON.stringify(ids)],
    });
    await using instance = await introspectWorkflowInstance(env.HISTORY_ARCHIVE, id);
    await instance.modify(async (modifier) => {
      await modifier.disableRetryDelays();
      await modifier.mockStepError({ name: "files from 20" }, new Error("storage hiccup"), 2);
    });
    await env.HISTORY_ARCHIVE.create({ id, params: { archiveId: id } });
    await instance.waitForStatus("complete");
    expect(await (await call(`/v1/history-archives/${id}`)).json()).toMatchObject({ state: "done", items_done: 25 });
  });
});

describe("the queue", () => {
  it("purges what was deleted, sounds included, once a job asks for it", async () => {
    const [gone] = await addItems(`${caller.workspaceId}_purge`, 1);
    await database.$client.execute({ sql: "UPDATE history_items SET deleted_at_ms = 1 WHERE id = ?", args: [gone!] });
    await env.JOBS.send({ type: "purge_history", id: `job_${gone}` });
    await vi.waitFor(async () => expect(await env.STORAGE.head(`sound/${gone}`)).toBeNull(), {
      timeout: 10_000,
      interval: 200,
    });
    const { rows } = await database.$client.execute({
      sql: "SELECT id FROM history_items WHERE id = ?",
      args: [gone!],
    });
    expect(rows).toEqual([]);
    expect(await env.STORAGE.head(`sound/${ids[0]}`)).not.toBeNull();
  });

  it("records a message that is no job", async () => {
    const marker = `marker ${Date.now()}`;
    await env.JOBS.send({ what: marker });
    await vi.waitFor(
      async () => {
        const { rows } = await database.$client.execute({
          sql: "SELECT type FROM failed_jobs WHERE body LIKE ?",
          args: [`%${marker}%`],
        });
        expect(rows.map((row) => row.type)).toEqual(["unknown"]);
      },
      { timeout: 10_000, interval: 200 },
    );
  });
});
