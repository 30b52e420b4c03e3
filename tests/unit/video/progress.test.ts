import { describe, expect, it } from "vitest";
import { renderVideo } from "../../../workers/media/video/render-video";
import { videoRequest } from "../../support/video-requests";
import { videoTools } from "../../support/video-tools";

const TEXT = "Small boats come home, one after another, and somebody on the pier counts them aloud. ".repeat(3);
const request = () => videoRequest({ text: TEXT, seconds: 6 });

describe("the progress of a video", () => {
  it("is told in small steps that go up to 1", async () => {
    const told: number[] = [];
    const report = (done: number) => {
      told.push(done);
    };
    await renderVideo(request(), report, await videoTools());
    expect(told.length).toBeGreaterThan(10);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told.at(-1)).toBe(1);
    for (const [i, done] of told.entries()) expect(done - (told[i - 1] ?? 0)).toBeLessThan(0.4);
  });

  it.each([
    ["in its sound", 0.05],
    ["in its pictures", 0.5],
  ])("stops the work when its listener has cancelled %s", async (_where, from) => {
    const told: number[] = [];
    const report = async (done: number) => {
      told.push(done);
      if (done >= from) throw new Error("cancelled");
    };
    await expect(renderVideo(request(), report, await videoTools())).rejects.toThrow("cancelled");
    expect(told.filter((done) => done >= from)).toHaveLength(1);
  });

  it("lets go of the sound that it does not read any more", async () => {
    let isReleased = false;
    const pcm = new ReadableStream<Uint8Array>({
      pull: (controller) => controller.enqueue(new Uint8Array(32_000)),
      cancel() {
        isReleased = true;
      },
    });
    const report = () => {
      throw new Error("cancelled");
    };
    await expect(renderVideo({ ...request(), pcm }, report, await videoTools())).rejects.toThrow("cancelled");
    expect(isReleased).toBe(true);
  });

  it("goes on when its listener fails in another way", async () => {
    const report = () => Promise.reject(new Error("the channel is gone"));
    const mp4 = await renderVideo(request(), report, await videoTools());
    expect(mp4.length).toBeGreaterThan(10_000);
  });
});
