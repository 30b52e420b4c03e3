import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { createHistoryService, UNDO_WINDOW_MS } from "../../../../app/domains/history/service";
import type { WorkspaceEvent } from "../../../../app/domains/workspaces/ports";
import { newId } from "../../../../app/lib/ids";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";

/** The history over the real database and storage, with a clock and events of the test's own. */
function historyAt(clock: { nowMs: number }) {
  const events: WorkspaceEvent[] = [];
  const purges: number[] = [];
  const purged: string[] = [];
  const history = createHistoryService({
    database: servicesForTest(env).database,
    storage: env.STORAGE,
    events: { publish: async (_workspaceId, published) => void events.push(...published) },
    transcoder: {
      decode: () => Promise.reject(new Error("unused")),
      transcode: () => Promise.reject(new Error("unused")),
    },
    schedulePurge: async (delaySeconds) => void purges.push(delaySeconds),
    itemsPurged: async (items) => void purged.push(...items.map((item) => item.historyItemId)),
    waitUntil: (work) => void work,
    nowMs: () => clock.nowMs,
  });

  async function addFile(workspaceId: string, fingerprint: string) {
    const id = newId("audio");
    const file = {
      id,
      workspaceId,
      fingerprint,
      audioKey: `workspaces/${workspaceId}/audio/${id}.mp3`,
      timingsKey: `workspaces/${workspaceId}/audio/${id}.timings.json`,
      outputFormat: "mp3_44100_128",
      contentType: "audio/mpeg",
      bytes: 4,
      durationMs: 1000,
      peaks: [1, 2, 3],
    };
    await env.STORAGE.put(file.audioKey, "abcd");
    await env.STORAGE.put(file.timingsKey, JSON.stringify({ languages: ["en"], frames: [] }));
    return file;
  }

  async function addItem({ workspaceId, userId }: TestCaller, text: string, fingerprint = text) {
    const id = newId("hist", clock.nowMs);
    clock.nowMs += 1000;
    await history.addItem({
      id,
      workspaceId,
      userId,
      requestId: newId("req"),
      voiceId: "v",
      voiceName: "Ada",
      voiceCategory: "premade",
      modelId: "m",
      text,
      dialogue: null,
      settings: { speed: 1 },
      source: "TTS",
      language: "en",
      seed: 1,
      characterCountFrom: 0,
      characterCountTo: text.length,
      audio: await addFile(workspaceId, fingerprint),
    });
    return id;
  }
  return { history, events, purges, purged, addItem };
}

const query = { pageSize: 10, sortDirection: "desc" } as const;
const keysOf = async ({ workspaceId }: TestCaller) =>
  (await env.STORAGE.list({ prefix: `workspaces/${workspaceId}/` })).objects.map((object) => object.key);

describe("deleting", () => {
  it("hides at once, tells open tabs, asks for a purge after the undo window, and can be undone within it", async () => {
    const caller = await signUpForTest(env);
    const clock = { nowMs: Date.UTC(2026, 0, 1) };
    const { history, events, purges, addItem } = historyAt(clock);
    const id = await addItem(caller, "Deleted and restored");
    await history.deleteItem(caller.workspaceId, id);
    expect((await history.listHistory(caller.workspaceId, query)).items).toEqual([]);
    expect(purges).toHaveLength(1);
    expect(purges[0]! * 1000).toBeGreaterThan(UNDO_WINDOW_MS);

    clock.nowMs += UNDO_WINDOW_MS - 1;
    await history.purgeDeleted();
    expect((await history.restoreItem(caller.workspaceId, id)).text).toBe("Deleted and restored");
    expect(await keysOf(caller)).toHaveLength(2);
    expect(events.map((event) => event.type)).toEqual(["history_added", "history_deleted", "history_restored"]);
    expect(events[0]).toMatchObject({
      item: { history_item_id: id, text: "Deleted and restored", content_type: "audio/mpeg" },
    });
  });

  it("does so with many at one moment, told and undone together, and touches nobody else's", async () => {
    const caller = await signUpForTest(env);
    const stranger = await signUpForTest(env);
    const clock = { nowMs: Date.UTC(2026, 0, 1) };
    const { history, events, purges, addItem } = historyAt(clock);
    const ids: string[] = [];
    // More than the embedded database binds values to a statement.
    for (let i = 0; i < 120; i++) ids.push(await addItem(caller, `Item ${i}`, "shared"));
    const others = await addItem(stranger, "Somebody else's");
    events.length = 0;
    const deleted = await history.deleteItems(caller.workspaceId, [...ids, ids[0]!, others, "hist_unknown"]);
    expect(deleted.sort()).toEqual(ids);
    expect(events).toEqual([{ type: "history_deleted", ids: deleted }]);
    expect(purges).toHaveLength(1);
    expect((await history.listHistory(stranger.workspaceId, query)).items).toHaveLength(1);
    expect(await history.deleteItems(caller.workspaceId, ids)).toEqual([]);

    clock.nowMs += UNDO_WINDOW_MS;
    expect((await history.restoreItems(caller.workspaceId, [...ids, others])).sort()).toEqual(ids);
    // Asked again, since the answer was lost: they are back, and nobody is told twice.
    expect((await history.restoreItems(caller.workspaceId, [...ids, others])).sort()).toEqual(ids);
    expect(events.map(({ type }) => type)).toEqual(["history_deleted", "history_restored"]);
    await history.deleteItems(caller.workspaceId, ids);
    clock.nowMs += UNDO_WINDOW_MS + 10_000;
    expect(await history.restoreItems(caller.workspaceId, ids)).toEqual([]);
  });

  it("is final after the window: row, search and sound are gone, and purging again changes nothing", async () => {
    const caller = await signUpForTest(env);
    const clock = { nowMs: Date.UTC(2026, 0, 2) };
    const { history, purged, addItem } = historyAt(clock);
    const kept = await addItem(caller, "Kept");
    const id = await addItem(caller, "Gone for good");
    await history.deleteItem(caller.workspaceId, id);
    clock.nowMs += UNDO_WINDOW_MS + 10_000;
    await history.purgeDeleted();
    await history.purgeDeleted();
    expect(purged).toContain(id);
    expect(purged).not.toContain(kept);
    await expect(history.restoreItem(caller.workspaceId, id)).rejects.toMatchObject({ status: 404 });
    const { items } = await history.listHistory(caller.workspaceId, query);
    expect(items.map((item) => item.id)).toEqual([kept]);
    expect((await history.listHistory(caller.workspaceId, { ...query, search: "good" })).items).toEqual([]);
    expect(await keysOf(caller)).toHaveLength(2);
  });

  it("keeps a sound for as long as another item has it", async () => {
    const caller = await signUpForTest(env);
    const clock = { nowMs: Date.UTC(2026, 0, 3) };
    const { history, addItem } = historyAt(clock);
    const first = await addItem(caller, "Same sound", "shared");
    const second = await addItem(caller, "Same sound", "shared");
    for (const [id, files] of [
      [first, 1],
      [second, 0],
    ] as const) {
      await history.deleteItem(caller.workspaceId, id);
      clock.nowMs += UNDO_WINDOW_MS + 10_000;
      await history.purgeDeleted();
      const left = await history.findAudioByFingerprint(caller.workspaceId, "shared");
      expect(left ? 1 : 0).toBe(files);
    }
  });
});

describe("pages", () => {
  it("hold 250 items each once, although items are deleted and purged between two pages", async () => {
    const caller = await signUpForTest(env);
    const clock = { nowMs: Date.UTC(2026, 0, 4) };
    const { history, addItem } = historyAt(clock);
    const ids: string[] = [];
    for (let i = 0; i < 250; i++) ids.push(await addItem(caller, `Item ${i}`, "one sound for all"));
    const seen: string[] = [];
    let startAfterId: string | undefined;
    for (let hasMore = true; hasMore; ) {
      const page = await history.listHistory(caller.workspaceId, { pageSize: 60, sortDirection: "desc", startAfterId });
      seen.push(...page.items.map((item) => item.id));
      ({ hasMore } = page);
      startAfterId = page.lastItemId ?? undefined;
      await history.deleteItem(caller.workspaceId, page.items.at(-1)!.id);
      clock.nowMs += UNDO_WINDOW_MS + 10_000;
      await history.purgeDeleted();
    }
    expect(seen).toEqual(ids.toReversed());
  });

  it("of two workspaces never mix, also in search", async () => {
    const [one, two] = [await signUpForTest(env), await signUpForTest(env)];
    const { history, addItem } = historyAt({ nowMs: Date.UTC(2026, 0, 5) });
    await addItem(one, "Shared word alpha");
    const id = await addItem(two, "Shared word beta");
    for (const search of [undefined, "shared"]) {
      const { items } = await history.listHistory(two.workspaceId, { ...query, search });
      expect(items.map((item) => item.id)).toEqual([id]);
    }
  });
});

describe("a download of several items", () => {
  /** Items whose sounds can be had in their own format only, since this history's transcoder fails. */
  async function threeItems() {
    const caller = await signUpForTest(env);
    const { history, addItem } = historyAt({ nowMs: Date.UTC(2026, 0, 1) });
    const ids = [await addItem(caller, "one"), await addItem(caller, "two"), await addItem(caller, "three")];
    const keyOf = async (id: string) => (await history.getItem(caller.workspaceId, id)).audio.audioKey;
    const download = (format?: string) => history.downloadItems(caller.workspaceId, ids, format);
    return { ids, keyOf, download };
  }

  it("is refused before its first byte when storage has lost a sound, or part of it, and names the items", async () => {
    const { ids, keyOf, download } = await threeItems();
    await env.STORAGE.delete(await keyOf(ids[1]!));
    await env.STORAGE.put(await keyOf(ids[2]!), "abc");
    await expect(download()).rejects.toMatchObject({
      code: "history_item_not_found",
      status: 404,
      userMessage: `The sound of these history items is missing or damaged: ${ids[1]}, ${ids[2]}.`,
    });
  });

  it("is refused before its first byte when its first sound cannot be rendered", async () => {
    const { download } = await threeItems();
    await expect(download("wav_44100")).rejects.toThrow("unused");
  });

  it("fails as it is read when a later sound cannot be rendered", async () => {
    const { ids, keyOf, download } = await threeItems();
    const file = await download();
    await env.STORAGE.delete(await keyOf(ids[2]!));
    await expect(new Response(file.body as BodyInit).arrayBuffer()).rejects.toThrow(ids[2]);
  });
});

describe("feedback that was reviewed", () => {
  it("stays as it is", async () => {
    const caller = await signUpForTest(env);
    const { history, addItem } = historyAt({ nowMs: Date.UTC(2026, 0, 6) });
    const id = await addItem(caller, "Rated");
    const input = {
      thumbsUp: true,
      feedback: "",
      emotions: false,
      inaccurateClone: false,
      glitches: false,
      audioQuality: false,
      other: false,
    };
    const given = await history.giveFeedback(caller.workspaceId, id, input);
    const { database } = servicesForTest(env);
    const reviewed = JSON.stringify({ ...given, reviewStatus: "reviewed" });
    await database.$client.execute({ sql: "UPDATE history_items SET feedback = ? WHERE id = ?", args: [reviewed, id] });
    await expect(history.giveFeedback(caller.workspaceId, id, { ...input, thumbsUp: false })).rejects.toThrow(
      "This feedback cannot be changed as it was already reviewed.",
    );
  });
});
