/** The fonts of an isolate. */
import harfbuzzModule from "harfbuzzjs/dist/harfbuzz.wasm";
import callbacksModule from "../generated/outline-callbacks.wasm";
import { createFontStore, type FontStore } from "./font-store";
import { createHarfbuzz } from "./harfbuzz";
import { createAssetLoader, type MediaEnvironment } from "./load-asset";

let fonts: FontStore | undefined;

/** One store for all pictures and videos, so that what one text loaded is there for the next. */
export function workerFonts(environment: MediaEnvironment): FontStore {
  fonts ??= createFontStore(createHarfbuzz(harfbuzzModule, callbacksModule), createAssetLoader(environment));
  return fonts;
}
