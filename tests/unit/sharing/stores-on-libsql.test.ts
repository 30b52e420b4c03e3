import { afterAll, beforeAll, expect, it } from "vitest";
import { addCounts, selectCounts } from "../../../app/domains/analytics/store";
import { removeOfItems, selectOrphanedItems } from "../../../app/domains/sharing/removal-store";
import { insertOrSelectShare, insertPlay, selectShare, updateSettings } from "../../../app/domains/sharing/store";
import { insertVideo, queueAgain, updateUnfinishedVideo } from "../../../app/domains/sharing/video-store";
import { selectFeatures, upsertFeature } from "../../../app/domains/workspaces/store";
import { type MigratedDatabase, openMigratedDatabase } from "../../support/migrated-database";
import { historyRow } from "../../support/old-database";

let opened: MigratedDatabase;
const ITEM = { workspaceId: "ws_1", historyItemId: "hist_1" };
const OTHER = { workspaceId: "ws_2", historyItemId: "hist_2" };

beforeAll(async () => {
  opened = await openMigratedDatabase();
  for (const { workspaceId, historyItemId } of [ITEM, OTHER]) {
    await opened.addWorkspace(workspaceId);
    const row = { id: historyItemId, workspaceId, text: "t", voiceName: "Clara", createdAtMs: 1 };
    await opened.database.$client.batch([
      ...historyRow(row),
      { sql: "UPDATE history_items SET user_id = ? WHERE id = ?", args: [`user_${workspaceId}`, historyItemId] },
    ]);
  }
});
afterAll(() => opened.close());

const video = {
  id: "vid_1",
  ...ITEM,
  theme: "dark",
  shape: "square",
  fingerprint: "f",
  state: "queued",
  progress: 0,
  attempt: 1,
  videoKey: null,
  bytes: null,
  error: null,
  createdAtMs: 1,
  updatedAtMs: 1,
} as const;

it("keep one link an item, its plays and its settings, on the native engine as on the embedded one", async () => {
  const { database } = opened;
  const share = (id: string, item = ITEM) => insertOrSelectShare(database, { id, ...item, userId: "user", nowMs: 5 });
  expect((await share("shr_a")).id).toBe("shr_a");
  expect((await share("shr_b")).id).toBe("shr_a");
  await share("shr_c", OTHER);
  await updateSettings(database, ITEM, { allowsDownload: true }, 5);
  expect(await selectShare(database, "shr_a")).toMatchObject({ allowsDownload: true, updatedAtMs: 6 });
  const play = (browser: string, network = "a0") =>
    insertPlay(database, { shareId: "shr_a", day: "2026-01-01", network, browser }, 2);
  expect([await play("b0"), await play("b0")]).toEqual([true, false]);
  expect([await play("b1"), await play("b2"), await play("b0", "a1")]).toEqual([true, false, true]);
  expect(await selectShare(database, "shr_a")).toMatchObject({ playCount: 3 });
});

it("let one of two start a video, and take everything of an item away, and of no other", async () => {
  const { database } = opened;
  expect([await insertVideo(database, video), await insertVideo(database, { ...video, id: "vid_2" })]).toEqual([
    true,
    false,
  ]);
  await insertVideo(database, { ...video, ...OTHER, id: "vid_3", videoKey: "other.mp4" });
  const done = await updateUnfinishedVideo(database, video, { state: "done", videoKey: "one.mp4" }, 2);
  expect(await updateUnfinishedVideo(database, video, { state: "failed" }, 3)).toBeNull();
  const again = await Promise.all([queueAgain(database, done!, "g", 4), queueAgain(database, done!, "g", 4)]);
  expect(again.filter((row) => row !== null)).toHaveLength(1);
  await updateUnfinishedVideo(database, { ...video, attempt: 2 }, { state: "done", videoKey: "two.mp4" }, 5);

  expect(await selectOrphanedItems(database, 10)).toEqual([]);
  await database.$client.execute("DELETE FROM history_items WHERE id = 'hist_1'");
  expect(await selectOrphanedItems(database, 10)).toEqual([ITEM]);
  expect(await removeOfItems(database, [ITEM], 9)).toEqual(["two.mp4"]);
  expect(await removeOfItems(database, [ITEM], 9)).toEqual([]);
  expect(await selectShare(database, "shr_a")).toMatchObject({ revokedAtMs: 9, speaker: null });
  expect(await selectShare(database, "shr_c")).toMatchObject({ revokedAtMs: null });
});

it("add counts up and remember what a workspace switched", async () => {
  const { database } = opened;
  const count = { day: "2026-01-02", name: "sign_out", count: 2 };
  await addCounts(database, "ws_1", [count]);
  await addCounts(database, "ws_1", [count]);
  expect(await selectCounts(database, "ws_1", "2026-01-01")).toEqual([{ ...count, count: 4 }]);
  expect(await selectCounts(database, "ws_2", "2026-01-01")).toEqual([]);
  for (const isOn of [true, false]) {
    await upsertFeature(database, { workspaceId: "ws_1", name: "text_to_speech_video", isOn, updatedAtMs: 1 });
    expect(await selectFeatures(database, "ws_1")).toEqual([{ name: "text_to_speech_video", isOn }]);
  }
});
