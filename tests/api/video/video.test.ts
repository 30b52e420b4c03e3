import { setTimeout as pause } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { ProductInfo } from "../../../workers/tooling/product.mjs";
import { type OwnWorkspace, ownWorkspace } from "../../support/own-workspace";
import { sharedProduct } from "../../support/product";
import { eventually, newState, productOf, speak } from "../house/own-products";
import { boxesOf, countPictures, likeness, probeVideo, soundOf } from "./probe-video";

const TEXT = "Every word of this text is lit while it is spoken, in a video that anybody can play.";
const LONG_TEXT = Array.from({ length: 12 }, (_, i) => `This is sentence number ${i + 1} of a longer text.`).join(" ");
/** The picture and the sound may end that far apart. */
const MOST_APART_SECONDS = 0.08;

interface Video {
  video_url: string | null;
  state: "queued" | "running" | "done" | "failed" | "cancelled";
  progress: number;
  error: string | null;
}
type Call = (path: string, init?: { method?: string; headers?: Record<string, string> }) => Promise<Response>;

const product = sharedProduct();
let own: OwnWorkspace;
let item: { historyItemId: string; bytes: Uint8Array };

const switchOn = (call: OwnWorkspace["call"]) =>
  call("/v1/workspace/features", { method: "PATCH", body: { text_to_speech_video: true } });
const videoPath = (id: string, query = "") => `/v1/history/${id}/video${query}`;
const ask = async (call: Call, id: string, query = ""): Promise<Video> =>
  (await call(videoPath(id, query), { method: "POST" })).json() as Promise<Video>;
const look = async (call: Call, id: string, query = ""): Promise<Video> =>
  (await call(videoPath(id, query))).json() as Promise<Video>;
const ended = (video: Video) => !["queued", "running"].includes(video.state);
const untilEnded = (call: Call, id: string, query = "") => eventually(() => look(call, id, query), ended);
const fileOf = async (call: Call, video: Video) =>
  new Uint8Array(await (await call(video.video_url ?? "/nowhere")).arrayBuffer());

beforeAll(async () => {
  own = await ownWorkspace();
  await switchOn(own.call);
  item = await speak({ ...product, apiKey: own.apiKey }, TEXT);
});

// Looking at a video keeps this thread for seconds, in which the product ends connections that nobody uses: they shall be
// seen as ended before the next call takes one.
afterEach(() => pause(100));

describe("a video", () => {
  it.each([
    { query: "?theme=colour&shape=square", isSquare: true },
    { query: "?theme=dark&shape=portrait", isSquare: false },
  ])("of $query plays everywhere, is as long as its sound, and sounds like the item", async ({ query, isSquare }) => {
    await ask(own.call, item.historyItemId, query);
    const video = await untilEnded(own.call, item.historyItemId, query);
    expect(video).toMatchObject({ state: "done", progress: 1, error: null });
    expect(new URL(video.video_url!).origin).toBe(product.url);
    const mp4 = await fileOf(own.call, video);
    const { picture, sound } = probeVideo(mp4);
    expect(picture).toMatchObject({ codec_name: "h264", pix_fmt: "yuv420p" });
    expect(sound.codec_name).toBe("aac");
    const { width = 1, height = 1 } = picture;
    expect([width % 2, height % 2]).toEqual([0, 0]);
    expect(width / height).toBeCloseTo(isSquare ? 1 : 9 / 16, 2);
    expect(Math.abs(Number(picture.duration) - Number(sound.duration))).toBeLessThanOrEqual(MOST_APART_SECONDS);
    expect(countPictures(mp4)).toBeGreaterThan(Number(picture.duration) * 5);
    const boxes = boxesOf(mp4);
    expect(boxes.indexOf("moov")).toBeGreaterThan(-1);
    expect(boxes.indexOf("moov")).toBeLessThan(boxes.indexOf("mdat"));
    const { correlation, shiftSeconds } = likeness(soundOf(item.bytes), soundOf(mp4));
    expect(correlation).toBeGreaterThan(0.95);
    expect(Math.abs(shiftSeconds)).toBeLessThanOrEqual(MOST_APART_SECONDS);
  });

  it("is made once for two people who ask at a time, and is answered in parts", async () => {
    const query = "?theme=light";
    await Promise.all([ask(own.call, item.historyItemId, query), ask(own.call, item.historyItemId, query)]);
    const video = await untilEnded(own.call, item.historyItemId, query);
    expect(video.state).toBe("done");
    const whole = await own.call(video.video_url!);
    expect(whole.headers.get("content-type")).toBe("video/mp4");
    // An attempt of its own for the second one would have another number.
    expect(whole.headers.get("etag")).toMatch(/^"vid_\w+-1"$/);
    const bytes = new Uint8Array(await whole.arrayBuffer());
    const part = await own.call(video.video_url!, { headers: { range: "bytes=4-7" } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(4, 8));
    expect(await ask(own.call, item.historyItemId, query)).toMatchObject({ state: "done" });
  });

  it("stops where it is cancelled, and is made when it is asked for again", async () => {
    const { historyItemId } = await speak({ ...product, apiKey: own.apiKey }, LONG_TEXT);
    await ask(own.call, historyItemId);
    const cancelled = (await (await own.call(videoPath(historyItemId), { method: "DELETE" })).json()) as Video;
    expect(cancelled).toMatchObject({ state: "cancelled", video_url: null });
    expect((await own.call(`/v1/history/${historyItemId}/video/file`)).status).toBe(404);
    await ask(own.call, historyItemId);
    expect(await untilEnded(own.call, historyItemId)).toMatchObject({ state: "done" });
  });

  it("is gone with its item", async () => {
    const gone = await speak({ ...product, apiKey: own.apiKey }, "Gone in a moment.");
    await ask(own.call, gone.historyItemId);
    const video = await untilEnded(own.call, gone.historyItemId);
    await own.call(`/v1/history/${gone.historyItemId}`, { method: "DELETE" });
    expect((await own.call(video.video_url!)).status).toBe(404);
    expect((await own.call(videoPath(gone.historyItemId), { method: "POST" })).status).toBe(404);
  });

  it("is nobody's business outside its workspace, and nobody's without the feature", async () => {
    const stranger = await ownWorkspace();
    const paths = [videoPath(item.historyItemId), `${videoPath(item.historyItemId)}/file`];
    await switchOn(stranger.call);
    for (const path of paths) expect((await stranger.call(path)).status).toBe(404);
    expect((await stranger.call(paths[0]!, { method: "POST" })).status).toBe(404);
    for (const path of paths) expect((await fetch(product.url + path)).status).toBe(401);
    const plain = await ownWorkspace();
    const { historyItemId } = await speak({ ...product, apiKey: plain.apiKey }, "No videos here.");
    expect((await plain.call(videoPath(historyItemId), { method: "POST" })).status).toBe(403);
    expect((await own.call(videoPath(item.historyItemId, "?theme=green"), { method: "POST" })).status).toBe(422);
  });

  it("costs no credits", async () => {
    const before = await own.used();
    await ask(own.call, item.historyItemId, "?theme=light&shape=portrait");
    await untilEnded(own.call, item.historyItemId, "?theme=light&shape=portrait");
    expect(await own.used()).toBe(before);
  });
});

describe("a video whose product was killed while it was made", () => {
  it("is finished after the next start", async () => {
    const state = newState();
    const environment = { FEATURES: "text_to_speech_video" };
    const callOf =
      (info: ProductInfo): Call =>
      (path, init = {}) =>
        fetch(new URL(path, info.url), { ...init, headers: { "xi-api-key": info.apiKey, ...init.headers } });
    const first = await productOf({ state, environment });
    const { historyItemId } = await speak(first.info, LONG_TEXT);
    await ask(callOf(first.info), historyItemId);
    await eventually(
      () => look(callOf(first.info), historyItemId),
      ({ state: at }) => at !== "queued",
    );
    await first.starter.kill();
    const second = await productOf({ state, environment });
    const video = await untilEnded(callOf(second.info), historyItemId);
    expect(video).toMatchObject({ state: "done", error: null });
    probeVideo(await fileOf(callOf(second.info), video));
  });
});
