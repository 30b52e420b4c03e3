/** What the media worker makes videos with, for tests in Node. */

import { readFile } from "node:fs/promises";
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import { extractVideoModules } from "../../workers/media/build/prepare-video.mjs";
import type { VideoTools } from "../../workers/media/video/render-video";
import { openFonts } from "./media-fonts";

let tools: Promise<Omit<VideoTools, "isPlain">> | undefined;

export async function videoTools({ isPlain = false } = {}): Promise<VideoTools> {
  tools ??= (async () => {
    const [fonts, { h264, aac }, renderer] = await Promise.all([
      openFonts(),
      extractVideoModules(),
      readFile(new URL("../../node_modules/@resvg/resvg-wasm/index_bg.wasm", import.meta.url)),
    ]);
    await initWasm(new WebAssembly.Module(new Uint8Array(renderer)));
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
