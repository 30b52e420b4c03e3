import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createRealtimeClient, type RealtimeNotice, type RealtimeSocket } from "../../../app/lib/realtime-client";

class FakeSocket implements RealtimeSocket {
  onopen: RealtimeSocket["onopen"] = null;
  onmessage: RealtimeSocket["onmessage"] = null;
  onclose: RealtimeSocket["onclose"] = null;
  sent: Record<string, unknown>[] = [];
  closedWith: number | undefined | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close(code?: number) {
    this.closedWith = code;
  }
  receive(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  open() {
    this.onopen?.(undefined as never);
  }
}

let sockets: FakeSocket[];
let notices: RealtimeNotice[];
const event = (sequence: number) => ({
  type: "event",
  sequence,
  collection: "history",
  ids: ["h"],
  event: { type: "history_deleted", ids: ["h"] },
});
const heard = () => notices.flatMap((notice) => (notice.type === "event" ? [notice.sequence] : []));

function startClient(
  options: { random?: () => number; openSocket?: (isAfterRefusal: boolean) => Promise<RealtimeSocket> } = {},
) {
  const client = createRealtimeClient({
    random: () => 0,
    openSocket: () => {
      const socket = new FakeSocket();
      sockets.push(socket);
      return socket;
    },
    ...options,
  });
  client.listen((notice) => notices.push(notice));
  client.start();
  return client;
}

/** The newest socket, opened. */
async function opened(): Promise<FakeSocket> {
  await vi.advanceTimersByTimeAsync(0);
  const socket = sockets.at(-1)!;
  socket.open();
  return socket;
}

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  notices = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe("the realtime client", () => {
  it("subscribes after opening and is live once the channel is ready", async () => {
    const client = startClient();
    expect(client.status).toBe("connecting");
    const socket = await opened();
    expect(socket.sent).toEqual([{ type: "subscribe" }]);
    socket.receive({ type: "ready", sequence: 7 });
    expect(client.status).toBe("live");
  });

  it("resumes after the last event it has seen and passes none on twice", async () => {
    startClient();
    const first = await opened();
    first.receive({ type: "ready", sequence: 7 });
    first.receive(event(8));
    first.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(250);
    const second = await opened();
    expect(second.sent).toEqual([{ type: "subscribe", last_sequence: 8 }]);
    for (const sequence of [8, 9, 10]) second.receive(event(sequence));
    expect(heard()).toEqual([8, 9, 10]);
  });

  it("waits longer after each failure, scattered, and starts short again once live", async () => {
    startClient({ random: () => 0.999999 });
    const waits: number[] = [];
    for (let i = 0; i < 8; i++) {
      await vi.advanceTimersByTimeAsync(0);
      const before = sockets.length;
      sockets.at(-1)!.onclose?.({ code: 1006 });
      const from = Date.now();
      while (sockets.length === before) await vi.advanceTimersByTimeAsync(50);
      waits.push(Date.now() - from);
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16000, 30000, 30000]);
    const socket = await opened();
    socket.receive({ type: "ready", sequence: 0 });
    const before = sockets.length;
    socket.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(500);
    expect(sockets.length).toBe(before + 1);
  });

  it("tells its listeners to load again when it could connect only after failures, since nothing can be replayed", async () => {
    startClient();
    await vi.advanceTimersByTimeAsync(0);
    sockets.at(-1)!.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(250);
    (await opened()).receive({ type: "ready", sequence: 7 });
    expect(notices).toContainEqual({ type: "reset" });
  });

  it("tells its listeners to load again when the channel cannot replay", async () => {
    startClient();
    const socket = await opened();
    socket.receive({ type: "reset", sequence: 40 });
    expect(notices).toContainEqual({ type: "reset" });
    socket.onclose?.({ code: 1012 });
    await vi.advanceTimersByTimeAsync(250);
    expect((await opened()).sent).toEqual([{ type: "subscribe", last_sequence: 40 }]);
  });

  it("takes silence after a ping for a dead connection", async () => {
    const client = startClient();
    const socket = await opened();
    socket.receive({ type: "ready", sequence: 1 });
    await vi.advanceTimersByTimeAsync(25_000);
    expect(socket.sent.at(-1)).toEqual({ type: "ping" });
    socket.receive({ type: "pong" });
    await vi.advanceTimersByTimeAsync(24_999);
    expect(client.status).toBe("live");
    await vi.advanceTimersByTimeAsync(10_001);
    expect(client.status).toBe("waiting");
    expect(socket.closedWith).toBeUndefined();
    socket.receive(event(9));
    expect(heard()).toEqual([]);
  });

  it("stops for good when its session has ended elsewhere", async () => {
    const client = startClient();
    const socket = await opened();
    socket.onclose?.({ code: 4001 });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(client.status).toBe("stopped");
    expect(notices.at(-1)).toEqual({ type: "session_ended" });
    expect(sockets).toHaveLength(1);
  });

  it("closes a socket that opens only after it was stopped", async () => {
    let resolve: (socket: RealtimeSocket) => void = () => undefined;
    const client = startClient({ openSocket: () => new Promise((done) => (resolve = done)) });
    client.stop();
    const late = new FakeSocket();
    resolve(late);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(late.closedWith).toBeUndefined();
    expect(late.onopen).toBeNull();
    expect(client.status).toBe("stopped");
  });

  it("tries again when opening fails, and at once when asked", async () => {
    let tries = 0;
    const client = startClient({
      openSocket: async () => {
        tries++;
        throw new Error("offline");
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    expect([client.status, tries]).toEqual(["waiting", 1]);
    client.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(tries).toBe(2);
  });

  it("says when the attempt before never became ready, since its token may be worth nothing any more", async () => {
    const asked: boolean[] = [];
    const client = startClient({
      openSocket: async (isAfterRefusal) => {
        asked.push(isAfterRefusal);
        const socket = new FakeSocket();
        sockets.push(socket);
        return socket;
      },
    });
    await vi.advanceTimersByTimeAsync(0);
    sockets.at(-1)?.onclose?.({ code: 1006 });
    await vi.advanceTimersByTimeAsync(30_000);
    sockets.at(-1)?.onmessage?.({ data: JSON.stringify({ type: "ready", sequence: 1 }) });
    sockets.at(-1)?.onclose?.({ code: 1006 });
    client.retryNow();
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual([false, true, false]);
  });

  it("keeps out what is no message", async () => {
    startClient();
    const socket = await opened();
    for (const data of ["{", "7", '"x"', new ArrayBuffer(2)]) socket.onmessage?.({ data });
    socket.receive(event(1));
    expect(heard()).toEqual([1]);
  });

  it("no longer calls a listener that left", async () => {
    const client = startClient();
    const calls: number[] = [];
    const leave = client.listen(() => calls.push(1));
    leave();
    (await opened()).receive(event(1));
    expect(calls).toEqual([]);
  });
});
