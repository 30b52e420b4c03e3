import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { WorkspaceEvent } from "../../../../app/domains/workspaces/ports";
import {
  connectToWorkspace,
  eraseChannel,
  publishToWorkspace,
  workspaceEvents,
} from "../../../../durable-objects/workspace-channel/connect";
import { IDENTITY_HEADER } from "../../../../durable-objects/workspace-channel/protocol";
import { channel, openTab } from "./channel-tab";

const videoOf = (historyItemId: string) =>
  ({ type: "video_progress", historyItemId, theme: "dark", shape: "square", state: "running", progress: 0.5 }) as const;
const deleted = (...ids: string[]): WorkspaceEvent => ({ type: "history_deleted", ids });
const credits: WorkspaceEvent = { type: "credits_changed", used: 10, reserved: 2, limit: 100 };

afterEach(() => {
  vi.useRealTimers();
});

describe("a workspace's channel", () => {
  it("tells every open tab within the moment, with the document it is about", async () => {
    const tabs = await Promise.all([openTab("ws_tabs"), openTab("ws_tabs", {}, { userId: "user_b" })]);
    await publishToWorkspace(env, "ws_tabs", [
      credits,
      { type: "history_added", item: { history_item_id: "hist_1", text: "Hi" } },
    ]);
    for (const tab of tabs) {
      await vi.waitFor(() => expect(tab.sequences()).toEqual([1, 2]));
      expect(tab.received[1]).toEqual({
        type: "event",
        sequence: 1,
        collection: "workspaces",
        ids: ["ws_tabs"],
        event: credits,
      });
      expect(tab.received[2]).toMatchObject({
        collection: "history",
        ids: ["hist_1"],
        event: { item: { text: "Hi" } },
      });
    }
  });

  it("tells nobody in another workspace", async () => {
    const other = await openTab("ws_other");
    const own = await openTab("ws_own");
    await publishToWorkspace(env, "ws_own", [credits]);
    await vi.waitFor(() => expect(own.sequences()).toEqual([1]));
    expect(other.sequences()).toEqual([]);
  });

  it("tells of a person's document to that person's tabs alone, also when it is replayed", async () => {
    const own = await openTab("ws_person");
    const other = await openTab("ws_person", {}, { userId: "user_b" });
    await publishToWorkspace(env, "ws_person", [
      { type: "user_changed", userId: "user_a", changed: ["first_name"] },
      { type: "workspace_changed", changed: ["features"] },
    ]);
    await vi.waitFor(() => expect([own.sequences(), other.sequences()]).toEqual([[1, 2], [2]]));
    expect(own.received[1]).toEqual({
      type: "event",
      sequence: 1,
      collection: "users",
      ids: ["user_a"],
      event: { type: "user_changed", user_id: "user_a", changed: ["first_name"] },
    });
    expect(other.received[1]).toMatchObject({
      collection: "workspaces",
      ids: ["ws_person"],
      event: { type: "workspace_changed", workspace_id: "ws_person", changed: ["features"] },
    });
    const later = await openTab("ws_person", { last_sequence: 0 }, { userId: "user_b" });
    expect(later.sequences()).toEqual([2]);
  });

  it("closes all sockets of somebody whose account was closed, and nobody else's", async () => {
    const tab = await openTab("ws_left", {}, { sessionId: "s" });
    const program = await openTab("ws_left");
    const other = await openTab("ws_left", {}, { userId: "user_b" });
    await publishToWorkspace(env, "ws_left", [{ type: "person_left", userId: "user_a" }]);
    expect([await tab.closed, await program.closed]).toEqual([4001, 4001]);
    await publishToWorkspace(env, "ws_left", [credits]);
    await vi.waitFor(() => expect(other.sequences()).toEqual([1]));
  });

  it("closes a socket when its credentials end, though nothing happens in the workspace", async () => {
    const tab = await openTab("ws_on_time", {}, { expiresAtMs: Date.now() + 300 });
    expect(await tab.closed).toBe(4003);
  });

  it("keeps nothing of an erased workspace, and begins anew for a later one", async () => {
    const tab = await openTab("ws_erased");
    await publishToWorkspace(env, "ws_erased", [deleted("a")]);
    await eraseChannel(env, "ws_erased");
    expect(await tab.closed).toBe(4001);
    await runInDurableObject(channel("ws_erased"), async (_object, state) => {
      expect(state.storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'events'").toArray()).toEqual([]);
      expect(await state.storage.getAlarm()).toBeNull();
    });
    expect((await openTab("ws_erased")).received).toEqual([{ type: "ready", sequence: 0 }]);
  });

  it("sends only the documents that a tab asked for", async () => {
    const tab = await openTab("ws_filter", {
      documents: [
        { collection: "history", id: "h2" },
        { collection: "history_archives" },
        { collection: "share_videos", id: "h1" },
      ],
    });
    await publishToWorkspace(env, "ws_filter", [
      credits,
      deleted("h1"),
      deleted("h1", "h2"),
      { type: "archive_progress", archiveId: "arch_1", state: "running", itemsDone: 1, itemsTotal: 3 },
      videoOf("h1"),
      videoOf("h3"),
    ]);
    await vi.waitFor(() => expect(tab.sequences()).toEqual([3, 4, 5]));
    expect(tab.received.at(-2)).toMatchObject({ event: { archive_id: "arch_1", items_done: 1, items_total: 3 } });
    expect(tab.received.at(-1)).toMatchObject({
      event: { type: "video_progress", history_item_id: "h1", theme: "dark", shape: "square", progress: 0.5 },
    });
  });

  it("starts a new tab at the present, without old events", async () => {
    await publishToWorkspace(env, "ws_new", [deleted("a")]);
    expect((await openTab("ws_new")).received).toEqual([{ type: "ready", sequence: 1 }]);
  });

  it("says when too much was missed: more than it keeps, older than a day, or a number it never gave", async () => {
    await publishToWorkspace(
      env,
      "ws_reset",
      Array.from({ length: 502 }, (_, i) => deleted(`h${i}`)),
    );
    expect((await openTab("ws_reset", { last_sequence: 1 })).received).toEqual([{ type: "reset", sequence: 502 }]);
    expect((await openTab("ws_reset", { last_sequence: 2 })).sequences()).toHaveLength(500);
    expect((await openTab("ws_reset", { last_sequence: 900 })).received).toEqual([{ type: "reset", sequence: 502 }]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60 * 1000 });
    expect((await openTab("ws_reset", { last_sequence: 501 })).received).toEqual([{ type: "reset", sequence: 502 }]);
  });

  it("forgets old events by alarm, but never its numbers", async () => {
    await publishToWorkspace(env, "ws_alarm", [deleted("a"), deleted("b")]);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60 * 1000 });
    expect(await runDurableObjectAlarm(channel("ws_alarm"))).toBe(true);
    const kept = await runInDurableObject(channel("ws_alarm"), (_object, state) =>
      state.storage.sql.exec("SELECT * FROM events").toArray(),
    );
    expect(kept).toEqual([]);
    await publishToWorkspace(env, "ws_alarm", [deleted("c")]);
    expect((await openTab("ws_alarm", { last_sequence: 2 })).sequences()).toEqual([3]);
  });

  it("closes the sockets of a session that ended, and no others", async () => {
    const ended = await openTab("ws_session", {}, { sessionId: "sess_1" });
    const other = await openTab("ws_session", {}, { sessionId: "sess_2" });
    await publishToWorkspace(env, "ws_session", [{ type: "session_ended", sessionId: "sess_1" }, credits]);
    expect(await ended.closed).toBe(4001);
    await vi.waitFor(() => expect(other.sequences()).toEqual([1]));
    expect(JSON.stringify(other.received)).not.toContain("sess_");
  });

  it("closes a socket whose proof has expired instead of telling it more", async () => {
    const tab = await openTab("ws_expired", {}, { expiresAtMs: Date.now() + 1000 });
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2000 });
    await publishToWorkspace(env, "ws_expired", [credits]);
    expect(await tab.closed).toBe(4003);
    expect(tab.sequences()).toEqual([]);
  });

  it("sends nothing before a socket has subscribed", async () => {
    const response = await connectToWorkspace(env, "ws_mute", {
      userId: "u",
      sessionId: null,
      apiKeyId: null,
      scopes: null,
      expiresAtMs: null,
    });
    const received: unknown[] = [];
    response.webSocket!.addEventListener("message", (event) => {
      received.push(event.data);
    });
    response.webSocket!.accept();
    const witness = await openTab("ws_mute");
    await publishToWorkspace(env, "ws_mute", [credits]);
    await vi.waitFor(() => expect(witness.sequences()).toEqual([1]));
    expect(received).toEqual([]);
  });

  it("answers pings", async () => {
    const tab = await openTab("ws_ping");
    tab.send('{"type":"ping"}');
    tab.send('{ "type": "ping" }');
    await vi.waitFor(() => expect(tab.received.filter((message) => message.type === "pong")).toHaveLength(2));
  });

  it.each([
    "{",
    "[]",
    '{"type":"subscribe","last_sequence":-1}',
    '{"type":"shout"}',
    `{"type":"ping","x":"${"y".repeat(20_000)}"}`,
  ])("says what is wrong with a message that is none of its own, and closes: %.40s", async (text) => {
    const tab = await openTab("ws_bad");
    tab.send(text);
    expect(await tab.closed).toBe(4002);
    expect(tab.received.at(-1)).toMatchObject({ type: "error", code: "invalid_message" });
  });

  it("takes nothing but a WebSocket, and none without an identity", async () => {
    expect((await channel("ws_plain").fetch("https://channel/")).status).toBe(426);
    const headers = { upgrade: "websocket", [IDENTITY_HEADER]: "{" };
    expect((await channel("ws_plain").fetch("https://channel/", { headers })).status).toBe(401);
  });

  it("does not let a service fail that has committed already", async () => {
    const failures: string[] = [];
    const unreachable = {
      WORKSPACE_CHANNEL: { idFromName: () => ({}), get: () => ({ publish: () => Promise.reject(new Error("down")) }) },
    };
    await workspaceEvents(unreachable as never, (error, workspaceId) =>
      failures.push(`${workspaceId}: ${error}`),
    ).publish("ws_down", [credits]);
    expect(failures).toEqual(["ws_down: Error: down"]);
  });
});
