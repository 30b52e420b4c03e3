/**
 * Makes the fonts of pictures and video out of the packages they are published in: each slice (a part of a family's
 * characters) as a plain OpenType file of one weight, and for each family a table of which slice has which character. The
 * worker loads the slices that a text needs, so that nobody waits for 20,000 Chinese characters.
 *
 * Layout of `coverage.bin`, little endian: a count (32 bits); that many characters (32 bits each, ascending, one entry for
 * each slice that has it); that many slice numbers (8 bits).
 */
import { copyFile, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/**
 * @param {string} root the project's folder
 * @param {string} folder where the families' folders are put; what was there is replaced
 */
export async function prepareFonts(root, folder) {
  const families = JSON.parse(await readFile(path.join(root, "workers/media/fonts/families.json"), "utf8"));
  const fresh = `${folder}.${process.pid}.new`;
  await rm(fresh, { recursive: true, force: true });
  for (const family of families) await prepareFamily(root, path.join(fresh, family.name), family);
  // Moved into place as a whole, so that a process that reads fonts meanwhile sees old ones or new ones.
  await rm(`${folder}.old`, { recursive: true, force: true });
  await rename(folder, `${folder}.old`).catch(() => undefined);
  await rename(fresh, folder);
  await rm(`${folder}.old`, { recursive: true, force: true });
}

async function prepareFamily(root, folder, family) {
  const source = path.join(root, "node_modules", family.package);
  const ranges = JSON.parse(await readFile(path.join(source, "unicode.json"), "utf8"));
  const wanted =
    family.subsets === "numbered" ? Object.keys(ranges).filter((name) => name.startsWith("[")) : family.subsets;
  const slices = wanted.map((name) => ({ name, characters: charactersIn(ranges[name]) }));
  if (family.punctuation) slices.push({ name: "latin", characters: family.punctuation });

  await mkdir(folder, { recursive: true });
  await copyFile(path.join(source, "LICENSE"), path.join(folder, "LICENSE.txt"));
  const coverage = [];
  for (const [number, { name, characters }] of slices.entries()) {
    const file = `${path.basename(family.package)}-${name.replace(/[[\]]/g, "")}-${family.file}-normal.woff2`;
    const { font, has } = await cutFont(await readFile(path.join(source, "files", file)), characters, family.axes);
    await writeFile(path.join(folder, `${number}.ttf`), font);
    for (const character of has) coverage.push({ character, number });
  }
  await writeFile(path.join(folder, "coverage.bin"), packCoverage(coverage));
}

/** One weight of a variable font, and which characters it has. */
async function cutFont(source, characters, axes) {
  const [{ default: subsetFont }, { Blob, Face }] = await Promise.all([import("subset-font"), import("harfbuzzjs")]);
  const font = await subsetFont(source, characters, { targetFormat: "sfnt", variationAxes: axes });
  return { font, has: new Face(new Blob(font)).collectUnicodes() };
}

/** All characters of a CSS `unicode-range`, without controls. */
function charactersIn(range) {
  let characters = "";
  for (const part of range.split(",")) {
    const [from, to = from] = part
      .trim()
      .replace(/^u\+/i, "")
      .split("-")
      .map((hex) => Number.parseInt(hex, 16));
    for (let character = Math.max(from, 0x20); character <= to; character++)
      characters += String.fromCodePoint(character);
  }
  return characters;
}

function packCoverage(entries) {
  entries.sort((a, b) => a.character - b.character || a.number - b.number);
  const bytes = Buffer.alloc(4 + entries.length * 5);
  bytes.writeUInt32LE(entries.length);
  for (const [i, { character, number }] of entries.entries()) {
    bytes.writeUInt32LE(character, 4 + i * 4);
    bytes.writeUInt8(number, 4 + entries.length * 4 + i);
  }
  return bytes;
}
