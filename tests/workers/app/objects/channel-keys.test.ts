import { env, runInDurableObject } from "cloudflare:test";
import { describe, expect, it, vi } from "vitest";
import type { WorkspaceEvent } from "../../../../app/domains/workspaces/ports";
import { publishToWorkspace } from "../../../../durable-objects/workspace-channel/connect";
import { channel, openTab } from "./channel-tab";

/** One of each kind, as they are numbered: which scope reads the same elsewhere in the API. */
const EVENTS: [scope: string, event: WorkspaceEvent][] = [
  ["user_read", { type: "credits_changed", used: 10, reserved: 2, limit: 100 }],
  ["speech_history_read", { type: "history_added", item: { history_item_id: "h1", text: "Private words" } }],
  ["speech_history_read", { type: "history_deleted", ids: ["h1"] }],
  ["speech_history_read", { type: "history_restored", ids: ["h1"] }],
  ["speech_history_read", { type: "archive_progress", archiveId: "a", state: "running", itemsDone: 1, itemsTotal: 3 }],
  [
    "speech_history_read",
    { type: "video_progress", historyItemId: "h1", theme: "dark", shape: "square", state: "running", progress: 0.5 },
  ],
  ["user_read", { type: "export_progress", exportId: "e", userId: "user_a", state: "running", progress: 0.5 }],
  ["user_read", { type: "user_changed", userId: "user_a", changed: ["first_name"] }],
  ["workspace_read", { type: "workspace_changed", changed: ["features"] }],
];
const numbersOf = (...scopes: string[]) =>
  EVENTS.flatMap(([scope], index) => (scopes.includes(scope) ? [index + 1] : []));

describe("a socket that a key opened", () => {
  it.each([["user_read"], ["speech_history_read"], ["workspace_read"], ["text_to_speech"]])(
    "hears with %s what that reads elsewhere and nothing more, also of what came before it",
    async (scope) => {
      const workspaceId = `ws_scope_${scope}`;
      const limited = await openTab(workspaceId, {}, { apiKeyId: "key_a", scopes: [scope] });
      const free = await openTab(workspaceId, {}, { apiKeyId: "key_b" });
      await publishToWorkspace(
        env,
        workspaceId,
        EVENTS.map(([, event]) => event),
      );
      await vi.waitFor(() => expect(free.sequences()).toHaveLength(EVENTS.length));
      const later = await openTab(workspaceId, { last_sequence: 0 }, { apiKeyId: "key_a", scopes: [scope] });
      for (const { sequences, received } of [limited, later]) {
        expect(sequences()).toEqual(numbersOf(scope));
        expect(JSON.stringify(received).includes("Private words")).toBe(scope === "speech_history_read");
      }
    },
  );

  it("closes when its key has ended, and no other does", async () => {
    const ended = await openTab("ws_key_ended", {}, { apiKeyId: "key_1" });
    const other = await openTab("ws_key_ended", {}, { apiKeyId: "key_2" });
    const tab = await openTab("ws_key_ended", {}, { sessionId: "key_1" });
    const credits: WorkspaceEvent = { type: "credits_changed", used: 1, reserved: 0, limit: 100 };
    await publishToWorkspace(env, "ws_key_ended", [{ type: "key_ended", apiKeyId: "key_1" }, credits]);
    expect(await ended.closed).toBe(4001);
    await vi.waitFor(() => expect([other.sequences(), tab.sequences()]).toEqual([[1], [1]]));
    expect(JSON.stringify(other.received)).not.toContain("key_1");
  });

  it("is asked to open again when what its key may do was changed", async () => {
    const socket = await openTab("ws_key_changed", {}, { apiKeyId: "key_1" });
    const other = await openTab("ws_key_changed", {}, { apiKeyId: "key_2" });
    await publishToWorkspace(env, "ws_key_changed", [{ type: "key_changed", apiKeyId: "key_1" }]);
    expect(await socket.closed).toBe(4003);
    expect(other.socket.readyState).toBe(WebSocket.OPEN);
  });

  it("carries its key and its scopes where an object that slept finds them again", async () => {
    await openTab("ws_key_kept", {}, { apiKeyId: "key_1", scopes: ["user_read"] });
    await runInDurableObject(channel("ws_key_kept"), (_object, state) => {
      const [socket] = state.getWebSockets("key:key_1");
      expect(socket?.deserializeAttachment()).toMatchObject({ identity: { apiKeyId: "key_1", scopes: ["user_read"] } });
    });
  });
});
