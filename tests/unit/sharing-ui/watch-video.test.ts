import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WireVideo } from "~/features/sharing/share-calls";
import { VideoFailedError, watchVideo } from "~/features/sharing/video/watch-video";
import { ApiError } from "~/lib/api-client";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const video = (fields: Partial<WireVideo>): WireVideo => ({
  video_url: null,
  state: "running",
  progress: 0,
  error: null,
  ...fields,
});
const done = video({ state: "done", progress: 1, video_url: "/file" });

/** A server that answers these in turn; the last one again and again. */
function serverOf(...answers: (WireVideo | Error)[]) {
  let asked = 0;
  const answer = async () => {
    const next = answers[Math.min(asked++, answers.length - 1)];
    if (next instanceof Error) throw next;
    return next as WireVideo;
  };
  return { ask: answer, get: answer, onProgress: vi.fn(), times: () => asked };
}

test("a video that is there already is not waited for", async () => {
  expect(await watchVideo(serverOf(done), new AbortController().signal).done).toBe("/file");
});

test("it looks again by itself, and tells of real progress", async () => {
  const server = serverOf(video({ state: "queued" }), video({ progress: 0.4 }), done);
  const watch = watchVideo(server, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(6000);
  expect(await watch.done).toBe("/file");
  expect(server.onProgress.mock.calls).toEqual([[0.4]]);
});

test("word of the channel makes it look at once", async () => {
  const server = serverOf(video({ state: "queued" }), done);
  const watch = watchVideo(server, new AbortController().signal);
  await vi.advanceTimersByTimeAsync(10);
  expect(server.times()).toBe(1);
  watch.look();
  expect(await watch.done).toBe("/file");
});

test("a network that is away for a while ends nothing, a refusal does", async () => {
  const away = new ApiError(0, "network_error", "Network error");
  const watch = watchVideo(serverOf(video({}), away, away, done), new AbortController().signal);
  await vi.advanceTimersByTimeAsync(9000);
  expect(await watch.done).toBe("/file");
  const gone = new ApiError(404, "not_found", "There is no such item.");
  const refused = watchVideo(serverOf(video({}), gone), new AbortController().signal);
  const outcome = expect(refused.done).rejects.toBe(gone);
  await vi.advanceTimersByTimeAsync(3000);
  await outcome;
});

test("a failure carries what the maker said, or nothing", async () => {
  for (const error of ["too long", null]) {
    const failed = watchVideo(serverOf(video({ state: "failed", error })), new AbortController().signal).done;
    await expect(failed).rejects.toMatchObject({ name: "VideoFailedError", reason: error });
  }
  await expect(
    watchVideo(serverOf(video({ state: "failed" })), new AbortController().signal).done,
  ).rejects.toBeInstanceOf(VideoFailedError);
});

test("a video that somebody else cancels is asked for anew, also when the network is away just then", async () => {
  for (const meanwhile of [[], [new ApiError(0, "network_error", "Network error")]]) {
    const ask = serverOf(video({}), ...meanwhile, video({ state: "queued" })).ask;
    const get = serverOf(
      video({ state: "cancelled" }),
      ...meanwhile.map(() => video({ state: "cancelled" })),
      done,
    ).get;
    const asked = vi.fn(ask);
    const watch = watchVideo({ ask: asked, get, onProgress: vi.fn() }, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(9000);
    expect(await watch.done).toBe("/file");
    expect(asked).toHaveBeenCalledTimes(2 + meanwhile.length);
  }
});

test("nothing is asked after it was let go", async () => {
  const server = serverOf(video({}));
  const leaving = new AbortController();
  const watch = watchVideo(server, leaving.signal);
  await vi.advanceTimersByTimeAsync(10);
  const outcome = expect(watch.done).rejects.toThrow();
  leaving.abort();
  await outcome;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(server.times()).toBe(1);
});
