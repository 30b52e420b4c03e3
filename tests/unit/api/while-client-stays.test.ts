import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { whileClientStays } from "../../../workers/app/api/while-client-stays";
import type { RequestContext } from "../../../workers/app/context";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A call of a client at a port, and a starter that says what is to be said of it. */
function callOf({ says = "open", signal = new AbortController().signal, peer = "192.0.2.1:4711" } = {}) {
  const starter = { says, asked: [] as string[], isSilent: false };
  const waitedFor: Promise<unknown>[] = [];
  const clients = {
    async fetch(url: string) {
      starter.asked.push(String(new URL(url).searchParams.get("peer")));
      if (starter.isSilent) throw new Error("the starter ends");
      return new Response(starter.says);
    },
  };
  const request = Object.assign(new Request("http://localhost/", { signal }), { cf: { clientIp: peer } });
  const context = { env: { ENDED_CLIENTS: clients }, waitUntil: (work: Promise<unknown>) => waitedFor.push(work) };
  return { starter, waitedFor, call: { request, context: context as unknown as RequestContext } };
}

/** Answers when told to. */
function pendingAnswer() {
  let resolve!: (answer: Response) => void;
  const promise = new Promise<Response>((answer) => {
    resolve = answer;
  });
  return { promise, resolve: () => resolve(new Response("done")) };
}

it("a client that ended its connection while its answer is made fires the call's signal", async () => {
  const { starter, call } = callOf();
  const pending = pendingAnswer();
  let signal: AbortSignal | undefined;
  const answering = whileClientStays(call, (begun) => {
    signal = begun.signal;
    return pending.promise;
  });
  await vi.advanceTimersByTimeAsync(600);
  expect(starter.asked).toEqual(["192.0.2.1:4711"]);
  expect(signal?.aborted).toBe(false);
  starter.says = "ended";
  await vi.advanceTimersByTimeAsync(500);
  expect(signal?.aborted).toBe(true);
  pending.resolve();
  await answering;
});

it("nobody is asked about a call that has its answer, and its signal stays quiet", async () => {
  const { starter, call } = callOf({ says: "ended" });
  let signal: AbortSignal | undefined;
  const answer = await whileClientStays(call, async (begun) => {
    signal = begun.signal;
    return new Response("done");
  });
  await vi.advanceTimersByTimeAsync(5000);
  expect(await answer.text()).toBe("done");
  expect([starter.asked, signal?.aborted]).toEqual([[], false]);
});

it("the request's own signal is passed on, and the work is waited for until it has given everything back", async () => {
  const leaving = new AbortController();
  const { call, waitedFor } = callOf({ signal: leaving.signal });
  let hasGivenBack = false;
  const answering = whileClientStays(call, async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    await new Promise((resolve) => setTimeout(resolve, 100));
    hasGivenBack = true;
    throw new Error("nobody listens");
  });
  answering.catch(() => {});
  leaving.abort();
  await vi.advanceTimersByTimeAsync(100);
  await Promise.all(waitedFor);
  expect(hasGivenBack).toBe(true);
  await expect(answering).rejects.toThrow("nobody listens");
});

it("a starter that cannot answer ends no call", async () => {
  const { starter, call } = callOf();
  starter.isSilent = true;
  const pending = pendingAnswer();
  const answering = whileClientStays(call, () => pending.promise);
  await vi.advanceTimersByTimeAsync(2000);
  expect(starter.asked).toHaveLength(4);
  pending.resolve();
  expect(await (await answering).text()).toBe("done");
});
