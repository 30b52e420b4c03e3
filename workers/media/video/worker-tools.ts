/** What videos are made with in the worker. */
import { rasterise } from "../cards/rasterise";
import type { MediaEnvironment } from "../fonts/load-asset";
import { workerFonts } from "../fonts/worker-fonts";
import aacModule from "../generated/aac-encoder.wasm";
import h264Module from "../generated/h264-encoder.wasm";
import type { VideoTools } from "./render-video";

export interface VideoEnvironment extends MediaEnvironment {
  /** How pictures are made into H.264: `moves` (default), or `plain`, which takes longer; see `encode-pictures.ts`. */
  VIDEO_ENCODER?: string;
}

/** Throws when the setting says neither. */
export function workerTools(environment: VideoEnvironment): VideoTools {
  const encoder = environment.VIDEO_ENCODER || "moves";
  if (encoder !== "moves" && encoder !== "plain")
    throw new Error(`VIDEO_ENCODER is "${encoder}"; it can be "moves" or "plain"`);
  return {
    fonts: workerFonts(environment),
    rasterise: async (svg) => (await rasterise(svg)).rgba,
    h264: h264Module,
    aac: aacModule,
    isPlain: encoder === "plain",
  };
}
