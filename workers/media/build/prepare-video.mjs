/**
 * Takes the WebAssembly of the two encoders out of the JavaScript that carries it, for the worker cannot compile bytes at run time.
 * Both are called by our own glue (`video/h264/mp4-encoder-module.ts`, `video/aac-encoder.ts`), which is written for these builds.
 */
import { createHash } from "node:crypto";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

/** The modules of h264-mp4-encoder 1.0.12 and @mediabunny/aac-encoder 1.59.0. */
const H264_SHA256 = "32b6c253da5768b97ef3e4a6b22310c73698179e9033b97fe245a0d6e4210e37";
const AAC_SHA256 = "8488acb0bc9f43055b83600cc4c2c07d20f07675aa65671f91ac1d75515845d9";

/**
 * The encoders' modules as bytes. Throws when other versions are installed than the ones our glue was written for.
 * @param {string} [root] the project's folder
 * @returns {Promise<{ h264: Buffer, aac: Buffer }>}
 */
export async function extractVideoModules(root = fileURLToPath(new URL("../../..", import.meta.url))) {
  const read = (file) => readFile(path.join(root, "node_modules", file), "utf8");
  const h264 = extractH264(await read("h264-mp4-encoder/embuild/dist/h264-mp4-encoder.node.js"));
  const aac = await extractAac(await read("@mediabunny/aac-encoder/dist/bundles/mediabunny-aac-encoder.mjs"));
  check("h264-mp4-encoder", h264, H264_SHA256);
  check("@mediabunny/aac-encoder", aac, AAC_SHA256);
  return { h264, aac };
}

/**
 * Writes `generated/h264-encoder.wasm` and `generated/aac-encoder.wasm`, unless they are there.
 * @param {string} [root] the project's folder
 */
export async function prepareVideo(root) {
  const generated = path.join(root, "workers/media/generated");
  const files = { h264: path.join(generated, "h264-encoder.wasm"), aac: path.join(generated, "aac-encoder.wasm") };
  const [h264, aac] = await Promise.all([hashOfFile(files.h264), hashOfFile(files.aac)]);
  if (h264 === H264_SHA256 && aac === AAC_SHA256) return;
  await mkdir(generated, { recursive: true });
  for (const [name, bytes] of Object.entries(await extractVideoModules(root))) {
    const aside = `${files[name]}.${process.pid}.new`;
    await writeFile(aside, bytes);
    await rename(aside, files[name]);
  }
}

const hashOf = (bytes) => createHash("sha256").update(bytes).digest("hex");
const hashOfFile = (file) => readFile(file).then(hashOf, () => null);

function check(name, bytes, expected) {
  const hash = hashOf(bytes);
  if (hash !== expected) throw new Error(`${name} is not the version this project was written for (sha256 ${hash})`);
}

/** Its script has the module as a data URL. */
function extractH264(script) {
  const encoded = /data:application\/octet-stream;base64,(AGFzbQ[A-Za-z0-9+/=]+)/.exec(script)?.[1];
  if (!encoded) throw new Error("h264-mp4-encoder carries no WebAssembly any more");
  return Buffer.from(encoded, "base64");
}

/** Its script has the script of a worker as a string, which has the module in a coding of its own: we let that one decode it. */
async function extractAac(script) {
  const workerScript = vm.runInNewContext(templateAfter(script, "return inlineWorker("));
  let onMessage;
  const module = new Promise((resolve) => {
    const self = {
      location: { href: "file:///worker.js" },
      addEventListener: (_type, listener) => {
        onMessage = listener;
      },
    };
    // What asks for an instance waits for ever.
    const engine = {
      instantiate: (bytes) => {
        resolve(Buffer.from(bytes));
        return new Promise(() => {});
      },
    };
    vm.runInNewContext(workerScript, { self, WebAssembly: engine, setInterval() {}, console, TextDecoder, URL });
  });
  const settings = { numberOfChannels: 1, sampleRate: 44100, bitrate: 96000 };
  onMessage({ data: { id: 1, command: { type: "init", data: settings } } });
  return module;
}

/** The template literal that follows a piece of script. */
function templateAfter(script, before) {
  const found = script.indexOf(`${before}\``);
  if (found < 0) throw new Error("@mediabunny/aac-encoder is not made as it was");
  const from = found + before.length;
  let to = from + 1;
  while (script[to] !== "`") to += script[to] === "\\" ? 2 : 1;
  return script.slice(from, to + 1);
}
