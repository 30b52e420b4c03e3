/**
 * Takes the WebAssembly of the MP3 decoder out of the JavaScript that carries it, for the worker cannot compile bytes at run time.
 */
import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** The module of mpg123-decoder 1.0.3; `sound/mp3-decoder.ts` calls its exports by the names this build gave them. */
const MPG123_SHA256 = "f0e9e8848367320ccb757e4092f0d6809668cfe38f43139d47b447151d7dff6b";

/**
 * The decoder's module as bytes. Throws when another version is installed than the one our glue was written for.
 * @returns {Promise<Uint8Array>}
 */
export function extractMpg123() {
  extracted ??= extract();
  return extracted;
}

/** The package compiles its module once in a process, so we can watch it once. */
let extracted;

async function extract() {
  const compile = WebAssembly.compile;
  let bytes = null;
  WebAssembly.compile = (source) => {
    // The package unpacks itself with a small module of its own first; the last one compiled is the decoder.
    bytes = new Uint8Array(source).slice();
    return compile.call(WebAssembly, source);
  };
  try {
    const { MPEGDecoder } = await import("mpg123-decoder");
    const decoder = new MPEGDecoder();
    await decoder.ready;
    decoder.free();
  } finally {
    WebAssembly.compile = compile;
  }
  const hash = createHash("sha256")
    .update(bytes ?? new Uint8Array())
    .digest("hex");
  if (hash !== MPG123_SHA256)
    throw new Error(`mpg123-decoder is not the version this project was written for (sha256 ${hash})`);
  return bytes;
}

/**
 * Writes `generated/mpg123.wasm`.
 * @param {string} [root] the project's folder
 */
export async function prepareDecoders(root = fileURLToPath(new URL("../../..", import.meta.url))) {
  const file = path.join(root, "workers/speech/generated/mpg123.wasm");
  const aside = `${file}.${process.pid}.new`;
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(aside, await extractMpg123());
  await rename(aside, file);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await prepareDecoders();
