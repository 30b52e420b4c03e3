/** What videos are made with in the worker. */
import { z } from "zod";
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

const encoders = z.enum(["moves", "plain"], { error: 'must be "moves" or "plain"' });

/** A sentence for each malformed setting; it starts with the setting's name. */
export function settingsProblems({ VIDEO_ENCODER }: VideoEnvironment): string[] {
  const parsed = encoders.safeParse(VIDEO_ENCODER || "moves");
  return parsed.success ? [] : parsed.error.issues.map(({ message }) => `VIDEO_ENCODER: ${message}`);
}

/** Throws when a setting is malformed. */
export function workerTools(environment: VideoEnvironment): VideoTools {
  const problems = settingsProblems(environment);
  if (problems.length > 0) throw new Error(problems.join("; "));
  const encoder = environment.VIDEO_ENCODER || "moves";
  return {
    fonts: workerFonts(environment),
    rasterise: async (svg) => (await rasterise(svg)).rgba,
    h264: h264Module,
    aac: aacModule,
    isPlain: encoder === "plain",
  };
}
