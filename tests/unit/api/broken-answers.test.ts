import { expect, it, vi } from "vitest";
import { answerBreaker, breakingBody } from "../../../workers/app/broken-answers";

vi.spyOn(console, "error").mockImplementation(() => {});

/** A breaker that notes what happens, in order. */
function breakerOf() {
  const happened: string[] = [];
  const ctx = { waitUntil: (work: Promise<unknown>) => void work.catch(() => {}) };
  const breaker = answerBreaker(ctx, { requestId: "req_test" }, () => happened.push("given up"));
  return { happened, breaker };
}

it("an answer is broken after all work that was to be waited for, also such as came up meanwhile, and while a write goes on", async () => {
  const { happened, breaker } = breakerOf();
  const work = (name: string, next?: () => void) =>
    breaker.waitUntil(
      new Promise((resolve) => setTimeout(resolve, 5)).then(() => {
        happened.push(name);
        next?.();
      }),
    );
  work("settled", () => work("announced"));
  breaker.waitUntil(Promise.reject(new Error("what failed is done, too")));
  await breaker.breakAnswer(new Error("cause"), (unsent) => happened.push(`write of ${unsent.byteLength}`));
  expect(happened).toEqual(["settled", "announced", "write of 1", "given up"]);
});

it("a body whose source ends is as its source", async () => {
  const { happened, breaker } = breakerOf();
  const source = new Response("all of it").body!;
  expect(await new Response(breakingBody(source, breaker)).text()).toBe("all of it");
  expect(happened).toEqual([]);
});

it("a body whose source fails breaks the answer, and fails itself where no request can be given up", async () => {
  const { happened, breaker } = breakerOf();
  let pieces = 0;
  const source = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (pieces++ === 0) controller.enqueue(new Uint8Array(10));
      else controller.error(new Error("the object is gone"));
    },
  });
  await expect(new Response(breakingBody(source, breaker)).arrayBuffer()).rejects.toThrow("the object is gone");
  expect(happened).toEqual(["given up"]);
});

it("a body that nobody reads any more lets go of its source", async () => {
  const { breaker } = breakerOf();
  const cancelled = vi.fn();
  await breakingBody(new ReadableStream({ cancel: cancelled }), breaker).cancel("left");
  expect(cancelled).toHaveBeenCalledWith("left");
});
