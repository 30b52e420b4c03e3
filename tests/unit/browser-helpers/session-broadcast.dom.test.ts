import { BroadcastChannel } from "node:worker_threads";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announceSession, listenToSession, type SessionMessage } from "~/lib/session-broadcast";

let otherTab: BroadcastChannel;
beforeEach(() => {
  vi.stubGlobal("BroadcastChannel", BroadcastChannel);
  otherTab = new BroadcastChannel("xi:session");
});
afterEach(() => otherTab.close());

test("tabs hear who signed in or out elsewhere, and nothing else that is said", async () => {
  const heard: SessionMessage[] = [];
  const stop = listenToSession((message) => heard.push(message));
  for (const message of [
    null,
    "sign_out",
    { type: "sign_in" },
    { type: "close" },
    { type: "sign_in", userId: "user_1" },
    { type: "sign_out" },
  ])
    otherTab.postMessage(message);
  await vi.waitFor(() => expect(heard).toHaveLength(2));
  expect(heard).toEqual([{ type: "sign_in", userId: "user_1" }, { type: "sign_out" }]);
  stop();
});

test("what is announced reaches the other tabs, not this one", async () => {
  const here = vi.fn();
  const stop = listenToSession(here);
  const there = new Promise((resolve) => {
    otherTab.onmessage = (event) => resolve((event as MessageEvent).data);
  });
  announceSession({ type: "sign_out" });
  expect(await there).toEqual({ type: "sign_out" });
  expect(here).not.toHaveBeenCalled();
  stop();
});
