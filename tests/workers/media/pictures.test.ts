import { exports } from "cloudflare:workers";
import { describe, expect, it } from "vitest";
import { type CardRequest, type MediaService, SHARE_THEMES } from "../../../workers/media/protocol";
import { SCRIPT_SAMPLES } from "../../support/script-samples.mjs";

const service = (exports as unknown as { default: MediaService & { fetch(url: string): Promise<Response> } }).default;

function request(text: string, theme: CardRequest["theme"] = "light"): CardRequest {
  const peaks = Array.from({ length: 300 }, (_, i) => Math.round(255 * Math.abs(Math.sin(i / 20))));
  return { theme, speech: { text, speakerName: "A speaker", voiceName: "A voice", durationSeconds: 12, peaks } };
}

/** Width and height of a PNG by its first chunk. */
function sizeOf(png: Uint8Array): [number, number] {
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(png.buffer, png.byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
}

describe("the media worker's pictures", () => {
  it.each(Object.entries(SCRIPT_SAMPLES))("are drawn inside the worker for %s", async (_script, text) => {
    const png = await service.renderCard(request(text));
    expect(sizeOf(png)).toEqual([1200, 630]);
    expect(png.length).toBeGreaterThan(20_000);
    expect(png.length).toBeLessThan(300_000);
  });

  it("differ by theme and by text, and are the same for the same", async () => {
    const wishes = [...SHARE_THEMES.map((theme) => request("Hello", theme)), request("Goodbye"), request("Hello")];
    const pictures = await Promise.all(wishes.map((wish) => service.renderCard(wish)));
    const distinct = new Set(pictures.map((png) => png.join()));
    expect(distinct.size).toBe(4);
  });

  it("are drawn for text that is meant to do harm", async () => {
    const texts = ["</svg><script>", "\u202eabc".repeat(2000), "x".repeat(5000), "\ud800\u0000", "🏴󠁧󠁢󠁥󠁮󠁧󠁿".repeat(500), ""];
    for (const text of texts) expect(sizeOf(await service.renderCard(request(text)))).toEqual([1200, 630]);
  });

  it("are given to the site only", async () => {
    expect((await service.fetch("https://media.invalid/")).status).toBe(404);
    expect((await service.fetch("https://media.invalid/__media/fonts/literata/0.ttf")).status).toBe(404);
  });
});
