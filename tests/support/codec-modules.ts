/** The codecs' WebAssembly for tests in Node, compiled from the installed packages without a build. */
import { readFile } from "node:fs/promises";
import { extractMpg123 } from "../../workers/speech/build/prepare-decoders.mjs";
import type { CodecModules } from "../../workers/speech/sound";

let modules: Promise<CodecModules> | undefined;

export function loadCodecModules(): Promise<CodecModules> {
  modules ??= (async () => {
    const compiled = async (file: string) =>
      new WebAssembly.Module(new Uint8Array(await readFile(new URL(`../../node_modules/${file}`, import.meta.url))));
    return {
      mp3: await compiled("wasm-media-encoders/wasm/mp3.wasm"),
      opus: await compiled("@evan/opus/wasm/opus.wasm"),
      mpg123: new WebAssembly.Module(await extractMpg123()),
    };
  })();
  return modules;
}
