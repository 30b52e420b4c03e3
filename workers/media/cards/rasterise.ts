/** Draws SVG. Text is paths by then, so the renderer needs no fonts of its own. */
import { initWasm, Resvg } from "@resvg/resvg-wasm";
import resvgModule from "@resvg/resvg-wasm/index_bg.wasm";

let started: Promise<void> | undefined;

type Image = ReturnType<InstanceType<typeof Resvg>["render"]>;

export interface Raster {
  widthPx: number;
  heightPx: number;
  /** Four bytes a pixel from the top left: red, green, blue, opacity (colours multiplied by it). */
  rgba: Uint8Array;
}

/** A picture in the size that the SVG gives itself. */
export async function rasterise(svg: string): Promise<Raster> {
  return draw(svg, (image) => ({ widthPx: image.width, heightPx: image.height, rgba: image.pixels }));
}

/** The same as a PNG file. */
export async function renderPng(svg: string): Promise<Uint8Array> {
  return draw(svg, (image) => image.asPng());
}

async function draw<T>(svg: string, read: (image: Image) => T): Promise<T> {
  // It can be started once; a failed start may be tried again.
  started ??= initWasm(resvgModule).catch((error) => {
    started = undefined;
    throw error;
  });
  await started;
  const renderer = new Resvg(svg);
  try {
    const image = renderer.render();
    try {
      return read(image);
    } finally {
      image.free();
    }
  } finally {
    renderer.free();
  }
}
