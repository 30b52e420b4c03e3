import { env, runDurableObjectAlarm, runInDurableObject } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WorkspaceEvent } from "../../../../app/domains/workspaces/ports";
import { eraseChannel, publishToWorkspace } from "../../../../durable-objects/workspace-channel/connect";
import type { Publication } from "../../../../durable-objects/workspace-channel/protocol";
import { EventLog } from "../../../../durable-objects/workspace-channel/storage";
import { channel, evict, openTab } from "./channel-tab";

const deleted = (...ids: string[]): WorkspaceEvent => ({ type: "history_deleted", ids });
const publication = (id: string): Publication => ({
  collection: "history",
  ids: [id],
  event: { type: "history_deleted", ids: [id] },
});
const publish = (workspaceId: string, ...ids: string[]) =>
  publishToWorkspace(
    env,
    workspaceId,
    ids.map((id) => deleted(id)),
  );

/** What a new object would find. */
const stored = (workspaceId: string) =>
  runInDurableObject(channel(workspaceId), async (_object, { storage }) => ({
    sequences: storage.sql
      .exec<{ sequence: number }>("SELECT sequence FROM events ORDER BY sequence")
      .toArray()
      .map(({ sequence }) => sequence),
    mark: storage.sql.exec<{ seq: number }>("SELECT seq FROM sqlite_sequence WHERE name = 'events'").one().seq,
    alarmAtMs: await storage.getAlarm(),
  }));

/** The channel's seconds pass when a test says so. */
const ticks = new Map<number, () => void>();
const passSeconds = (workspaceId: string, seconds: number) =>
  runInDurableObject(channel(workspaceId), () => {
    for (let second = 0; second < seconds; second++) for (const tick of [...ticks.values()]) tick();
  });
/** Longer than the channel waits until it takes a workspace for quiet. */
const LONG_S = 60;

beforeEach(() => {
  let timers = 0;
  vi.spyOn(globalThis, "setInterval").mockImplementation(((tick: () => void) => {
    ticks.set(++timers, tick);
    return timers;
  }) as never);
  vi.spyOn(globalThis, "clearInterval").mockImplementation(((timer: number) => void ticks.delete(timer)) as never);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  ticks.clear();
});

describe("a channel's writes", () => {
  it("writes the first event at once and all others of a second together, while tabs get each at once", async () => {
    const tab = await openTab("log_together");
    await publish("log_together", "e1");
    const first = await stored("log_together");
    expect(first.sequences).toEqual([1]);
    for (let n = 2; n <= 40; n++) await publish("log_together", `e${n}`);
    const all = Array.from({ length: 40 }, (_, i) => i + 1);
    await vi.waitFor(() => expect(tab.sequences()).toEqual(all));
    expect(await stored("log_together")).toEqual(first);
    await passSeconds("log_together", 1);
    expect(await stored("log_together")).toEqual({ ...first, sequences: all });
  });

  it("writes by itself within a second or two", async () => {
    vi.restoreAllMocks();
    await publish("log_by_itself", "a");
    await publish("log_by_itself", "b");
    await vi.waitFor(async () => expect((await stored("log_by_itself")).sequences).toEqual([1, 2]), { timeout: 5000 });
  });

  it("replays events from storage and from memory as one, in order, with the same filters", async () => {
    await publish("log_merged", "a", "b");
    await publishToWorkspace(env, "log_merged", [
      { type: "user_changed", userId: "user_b", changed: ["first_name"] },
      deleted("c"),
      { type: "credits_changed", used: 1, reserved: 1, limit: 10 },
    ]);
    expect((await stored("log_merged")).sequences).toEqual([1, 2]);
    const subscription = { last_sequence: 1, documents: [{ collection: "history" }, { collection: "users" }] };
    expect((await openTab("log_merged", subscription)).received).toMatchObject([
      { type: "event", sequence: 2, ids: ["b"] },
      { type: "event", sequence: 4, ids: ["c"] },
      { type: "ready", sequence: 5 },
    ]);
    expect((await openTab("log_merged", subscription, { userId: "user_b" })).sequences()).toEqual([2, 3, 4]);
    expect((await openTab("log_merged", { last_sequence: 5 })).received).toEqual([{ type: "ready", sequence: 5 }]);
    expect((await openTab("log_merged", { last_sequence: 6 })).received).toEqual([{ type: "reset", sequence: 5 }]);
  });

  it("keeps 500 events and a day of them also while they are not written", async () => {
    await publish("log_limits", "first");
    await publish("log_limits", ...Array.from({ length: 501 }, (_, i) => `e${i}`));
    expect((await openTab("log_limits", { last_sequence: 1 })).received).toEqual([{ type: "reset", sequence: 502 }]);
    expect((await openTab("log_limits", { last_sequence: 2 })).sequences()).toHaveLength(500);
    await passSeconds("log_limits", 1);
    const { sequences } = await stored("log_limits");
    expect([sequences.length, sequences[0], sequences.at(-1)]).toEqual([500, 3, 502]);
    await publish("log_limits", "late");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 25 * 60 * 60 * 1000 });
    expect((await openTab("log_limits", { last_sequence: 502 })).received).toEqual([{ type: "reset", sequence: 503 }]);
  });

  it("writes what the alarm finds in memory, and sets the next one while events are kept", async () => {
    await publish("log_alarm", "a");
    const { alarmAtMs } = await stored("log_alarm");
    expect(alarmAtMs).toBeGreaterThan(Date.now() + 23 * 60 * 60 * 1000);
    await publish("log_alarm", "b");
    expect(await runDurableObjectAlarm(channel("log_alarm"))).toBe(true);
    const after = await stored("log_alarm");
    expect(after.sequences).toEqual([1, 2]);
    expect(after.alarmAtMs).toBeLessThanOrEqual(Date.now() + 60 * 60 * 1000);
  });

  it("leaves nothing in storage when it is erased before a write, also a while later", async () => {
    await publish("log_erased", "a");
    await publish("log_erased", "b");
    const pending = [...ticks.values()];
    await eraseChannel(env, "log_erased");
    expect([pending.length, ticks.size]).toEqual([1, 0]);
    await passSeconds("log_erased", LONG_S);
    await runInDurableObject(channel("log_erased"), async (_object, { storage }) => {
      expect(storage.sql.exec("SELECT name FROM sqlite_master WHERE name = 'events'").toArray()).toEqual([]);
      expect(await storage.getAlarm()).toBeNull();
    });
    await publish("log_erased", "c");
    expect((await openTab("log_erased", { last_sequence: 0 })).sequences()).toEqual([1]);
  });
});

describe("a channel whose object ends", () => {
  it("loses nothing after a quiet time: what a tab missed is replayed, and numbers go on without a gap", async () => {
    await publish("log_clean", "a");
    await publish("log_clean", "b", "c");
    await passSeconds("log_clean", LONG_S);
    expect(ticks.size).toBe(0);
    await evict("log_clean");
    const tab = await openTab("log_clean", { last_sequence: 1 });
    expect(tab.received.map((message) => message.type)).toEqual(["event", "event", "ready"]);
    await publish("log_clean", "d");
    await vi.waitFor(() => expect(tab.sequences()).toEqual([2, 3, 4]));
    expect((await openTab("log_clean", { last_sequence: 4 })).received).toEqual([{ type: "ready", sequence: 4 }]);
  });

  it("resets whoever may have missed an event that it lost, and gives none of its numbers again", async () => {
    const before = await openTab("log_lost");
    await publish("log_lost", "a");
    await publish("log_lost", "b");
    await publish("log_lost", "c");
    await vi.waitFor(() => expect(before.sequences()).toEqual([1, 2, 3]));
    await evict("log_lost");
    ticks.clear();
    expect((await stored("log_lost")).sequences).toEqual([1]);
    // They saw nothing, what is stored, and what is lost.
    const received = await Promise.all(
      [0, 1, 2, 3, 4].map(async (last_sequence) => (await openTab("log_lost", { last_sequence })).received),
    );
    const { mark } = await stored("log_lost");
    expect(mark).toBeGreaterThan(3);
    expect(received).toEqual(Array.from({ length: 5 }, () => [{ type: "reset", sequence: mark }]));
    await publish("log_lost", "d");
    expect((await openTab("log_lost", { last_sequence: mark })).sequences()).toEqual([mark + 1]);
    expect((await openTab("log_lost", { last_sequence: 3 })).received).toEqual([{ type: "reset", sequence: mark + 1 }]);
    await passSeconds("log_lost", LONG_S);
    await evict("log_lost");
    expect((await openTab("log_lost", { last_sequence: mark })).sequences()).toEqual([mark + 1]);
    expect((await openTab("log_lost", { last_sequence: 3 })).received).toEqual([{ type: "reset", sequence: mark + 1 }]);
  });

  it("never repeats a number, however often it ends at once after an event", async () => {
    const sequences: number[] = [];
    for (let life = 0; life < 4; life++) {
      const tab = await openTab("log_lives");
      for (let n = 0; n <= life; n++) await publish("log_lives", `e${life}.${n}`);
      await vi.waitFor(() => expect(tab.sequences()).toHaveLength(life + 1));
      sequences.push(...tab.sequences());
      await evict("log_lives");
      ticks.clear();
    }
    expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
    expect(sequences).toHaveLength(10);
  });

  it("goes on with what storage of before reservations holds", async () => {
    await runInDurableObject(channel("log_old"), (_object, { storage }) => {
      storage.sql.exec(
        "CREATE TABLE events (sequence INTEGER PRIMARY KEY AUTOINCREMENT, at_ms INTEGER NOT NULL, body TEXT NOT NULL)",
      );
      for (const id of ["a", "b", "c"]) {
        const body = JSON.stringify(publication(id));
        storage.sql.exec("INSERT INTO events (at_ms, body) VALUES (?, ?)", Date.now(), body);
      }
      storage.sql.exec("DELETE FROM events WHERE sequence <> 2");
    });
    expect((await openTab("log_old", { last_sequence: 1 })).received).toEqual([{ type: "reset", sequence: 3 }]);
    const tab = await openTab("log_old", { last_sequence: 3 });
    await publish("log_old", "d");
    await vi.waitFor(() => expect(tab.sequences()).toEqual([4]));
  });
});

describe("an event log", () => {
  it("reserves more numbers before the last one is given, with the events or before anybody sees them", async () => {
    await runInDurableObject(channel("log_block"), (_object, { storage }) => {
      const log = new EventLog(storage, 10);
      const next = () => new EventLog(storage, 10).lastSequence;
      const append = (count: number) =>
        log.append(
          Array.from({ length: count }, (_, i) => publication(`e${i}`)),
          1000,
        );
      append(1);
      expect([log.isReserved, next()]).toEqual([false, 0]);
      log.write(1000);
      expect([log.isReserved, next()]).toEqual([true, 11]);
      append(6);
      expect(log.isReserved).toBe(true);
      log.write(1000);
      expect(next()).toBe(17);
      append(11);
      expect([log.isReserved, next()]).toEqual([false, 17]);
      log.write(1000);
      expect([log.isReserved, next()]).toEqual([true, 28]);
      log.close(1000);
      expect([log.lastSequence, next()]).toEqual([18, 18]);
    });
  });

  it("leaves storage as it was when a write fails, so that the next log knows of the gap", async () => {
    await runInDurableObject(channel("log_failing"), (_object, { storage }) => {
      const log = new EventLog(storage, 10);
      log.append([publication("a")], 1000);
      log.write(1000);
      log.append([publication("b"), publication("x".repeat(3_000_000))], 1000);
      expect(() => log.write(1000)).toThrow();
      const next = new EventLog(storage, 10);
      expect([next.lastSequence, next.after(1, 1000), next.after(11, 1000)]).toEqual([11, null, []]);
      expect(storage.sql.exec("SELECT sequence FROM events").toArray()).toEqual([{ sequence: 1 }]);
    });
  });
});
