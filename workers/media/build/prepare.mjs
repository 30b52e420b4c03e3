/**
 * Prepares what the media worker loads and git does not keep: `generated/` (modules compiled into the worker) and
 * `assets/__media/` (fonts, fetched when a text needs them). Idempotent, and quick when nothing changed.
 *
 * Run by the build, the tests and the development server, or by hand: `node workers/media/build/prepare.mjs`.
 */
import { createHash } from "node:crypto";
import { access, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { outlineCallbacksModule } from "./prepare-callbacks.mjs";
import { prepareFonts } from "./prepare-fonts.mjs";
import { prepareVideo } from "./prepare-video.mjs";

/** What the fonts are made by and of. */
const FONT_INPUTS = [
  "workers/media/build/prepare-fonts.mjs",
  "workers/media/fonts/families.json",
  "node_modules/subset-font/package.json",
];

/**
 * @param {string} [root] the project's folder
 * @returns {Promise<{ prepared: boolean }>} whether fonts had to be made
 */
export async function prepareMediaAssets(root = fileURLToPath(new URL("../../..", import.meta.url))) {
  const generated = path.join(root, "workers/media/generated");
  await replaceIfDifferent(path.join(generated, "outline-callbacks.wasm"), outlineCallbacksModule());
  await prepareVideo(root);

  const fonts = path.join(root, "workers/media/assets/__media/fonts");
  const stampFile = path.join(generated, "fonts.stamp");
  const stamp = await digestOfFonts(root);
  if ((await readIfThere(stampFile))?.toString() === stamp && (await isThere(fonts))) return { prepared: false };
  await rm(stampFile, { force: true });
  await mkdir(path.dirname(fonts), { recursive: true });
  await prepareFonts(root, fonts);
  await replaceIfDifferent(stampFile, Buffer.from(stamp));
  return { prepared: true };
}

async function digestOfFonts(root) {
  const families = JSON.parse(await readFile(path.join(root, "workers/media/fonts/families.json"), "utf8"));
  const packages = families.map((family) => `node_modules/${family.package}/package.json`);
  const hash = createHash("sha256");
  for (const file of [...FONT_INPUTS, ...new Set(packages)]) hash.update(await readFile(path.join(root, file)));
  return hash.digest("hex");
}

async function replaceIfDifferent(file, content) {
  if ((await readIfThere(file))?.equals(content)) return;
  await mkdir(path.dirname(file), { recursive: true });
  const aside = `${file}.${process.pid}.new`;
  await writeFile(aside, content);
  await rename(aside, file);
}

const readIfThere = (file) => readFile(file).catch(() => null);
const isThere = (file) =>
  access(file).then(
    () => true,
    () => false,
  );

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const started = performance.now();
  const { prepared } = await prepareMediaAssets();
  const elapsedMs = Math.round(performance.now() - started);
  console.log(prepared ? `media assets prepared in ${elapsedMs} ms` : "media assets are up to date");
}
