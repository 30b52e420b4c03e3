/** The media worker's fonts and renderer for tests in Node, from the files that the worker is built with. */
import { readFile } from "node:fs/promises";
import { Resvg } from "@resvg/resvg-wasm";
import { PNG } from "pngjs";
// @ts-expect-error: plain JavaScript, shared with the build
import { prepareMediaAssets } from "../../workers/media/build/prepare.mjs";
import { createFontStore, type FontStore, type LoadAsset } from "../../workers/media/fonts/font-store";
import { createHarfbuzz } from "../../workers/media/fonts/harfbuzz";
import { startSvgRenderer } from "./svg-renderer";

const root = new URL("../../", import.meta.url);
const bytesOf = async (file: string) => new Uint8Array(await readFile(new URL(file, root)));
const moduleOf = async (file: string) => new WebAssembly.Module(await bytesOf(file));

export const loadMediaAsset: LoadAsset = (name) => bytesOf(`workers/media/assets/__media/${name}`);

/** A store of its own, so that what it loads can be watched. */
export async function openFonts(load: LoadAsset = loadMediaAsset, keptBytes?: number): Promise<FontStore> {
  await prepareMediaAssets();
  const harfbuzz = createHarfbuzz(
    await moduleOf("node_modules/harfbuzzjs/dist/harfbuzz.wasm"),
    await moduleOf("workers/media/generated/outline-callbacks.wasm"),
  );
  return createFontStore(harfbuzz, load, keptBytes);
}

/** A picture drawn as the worker draws it, written as PNG and read back by another decoder. */
export async function drawSvg(svg: string): Promise<Picture> {
  await startSvgRenderer();
  const drawing = new Resvg(svg);
  const image = drawing.render();
  const picture = readPng(image.asPng());
  image.free();
  drawing.free();
  return picture;
}

export interface Picture {
  widthPx: number;
  heightPx: number;
  /** `#rrggbb` */
  colourAt(x: number, y: number): string;
  /** How many pixels of a rectangle differ from the one in the picture's corner. */
  inkIn(area: { left: number; top: number; right: number; bottom: number }): number;
}

export function readPng(bytes: Uint8Array): Picture {
  const { width, height, data } = PNG.sync.read(Buffer.from(bytes));
  const valueAt = (x: number, y: number) => data.readUInt32BE((Math.round(y) * width + Math.round(x)) * 4);
  return {
    widthPx: width,
    heightPx: height,
    colourAt: (x, y) => `#${(valueAt(x, y) >>> 8).toString(16).padStart(6, "0")}`,
    inkIn({ left, top, right, bottom }) {
      const ground = valueAt(0, 0);
      let ink = 0;
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) if (valueAt(x, y) !== ground) ink++;
      return ink;
    },
  };
}
