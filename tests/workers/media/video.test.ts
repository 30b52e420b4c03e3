import { env, exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type MediaService, SHARE_THEMES, VIDEO_SHAPES } from "../../../workers/media/protocol";
import { renderVideo } from "../../../workers/media/video/render-video";
import { type VideoEnvironment, workerTools } from "../../../workers/media/video/worker-tools";
import { boxAt, boxesOf, numbersOf } from "../../support/mp4-boxes";
import { SCRIPT_SAMPLES } from "../../support/script-samples.mjs";
import { videoRequest } from "../../support/video-requests";

const service = (exports as unknown as { default: MediaService }).default;
const TEXT = "Small boats come home, one after another, and somebody on the pier counts them aloud.";

/** Pictures and packets of a file, by its tables. */
function countsOf(mp4: Uint8Array): (number | undefined)[] {
  expect(boxesOf(mp4).map(({ type }) => type)).toEqual(["ftyp", "moov", "mdat"]);
  return [0, 1].map((track) => numbersOf(boxAt(mp4, "moov/trak/mdia/minf/stbl/stsz", track), 8)[0]);
}

describe("the media worker's videos", () => {
  it("are made inside the worker, in each shape and theme", async () => {
    for (const shape of VIDEO_SHAPES)
      for (const theme of SHARE_THEMES) {
        const mp4 = await service.renderVideo(videoRequest({ text: TEXT, seconds: 1, shape, theme }), () => {});
        expect(countsOf(mp4)).toEqual([25, 17]);
      }
  });

  it("are made of text in every script", async () => {
    for (const text of Object.values(SCRIPT_SAMPLES))
      expect(countsOf(await service.renderVideo(videoRequest({ text, seconds: 0.4 }), () => {}))[0]).toBe(10);
  });

  it("tell over the binding how far they are, and stop when nobody wants them", async () => {
    const told: number[] = [];
    await service.renderVideo(videoRequest({ text: TEXT, seconds: 2 }), (done) => void told.push(done));
    expect(told.at(-1)).toBe(1);
    const end = await service
      .renderVideo(videoRequest({ text: TEXT, seconds: 2 }), async (done) => {
        if (done > 0.5) throw new Error("cancelled");
      })
      .then(
        () => "made",
        (error: Error) => error.message,
      );
    expect(end).toBe("cancelled");
  });

  it("are made by the plain encoder where the setting says so; another value is refused by name", async () => {
    const environment = env as VideoEnvironment;
    const request = () => videoRequest({ text: TEXT, seconds: 0.4 });
    const plain = workerTools({ ...environment, VIDEO_ENCODER: "plain" });
    expect(plain.isPlain).toBe(true);
    expect(countsOf(await renderVideo(request(), () => {}, plain))[0]).toBe(10);
    expect(workerTools({ ...environment, VIDEO_ENCODER: "" }).isPlain).toBe(false);
    expect(() => workerTools({ ...environment, VIDEO_ENCODER: "fast" })).toThrow("VIDEO_ENCODER");
  });
});
