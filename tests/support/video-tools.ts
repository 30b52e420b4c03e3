/** What the media worker makes videos with, for tests in Node. */
import { Resvg } from "@resvg/resvg-wasm";
import { extractVideoModules } from "../../workers/media/build/prepare-video.mjs";
import type { VideoTools } from "../../workers/media/video/render-video";
import { openFonts } from "./media-fonts";
import { startSvgRenderer } from "./svg-renderer";

let tools: Promise<Omit<VideoTools, "isPlain">> | undefined;

export async function videoTools({ isPlain = false } = {}): Promise<VideoTools> {
  tools ??= (async () => {
    const [fonts, { h264, aac }] = await Promise.all([openFonts(), extractVideoModules(), startSvgRenderer()]);
    return { fonts, rasterise, h264: new WebAssembly.Module(h264), aac: new WebAssembly.Module(aac) };
  })();
  return { ...(await tools), isPlain };
}

async function rasterise(svg: string): Promise<Uint8Array> {
  const renderer = new Resvg(svg);
  const image = renderer.render();
  const rgba = image.pixels;
  image.free();
  renderer.free();
  return rgba;
}
