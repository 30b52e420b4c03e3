/**
 * Makes eSpeak NG (GPL-3.0) loadable in a worker: its glue code without the host checks, and its 24 MB of data as one
 * pack of phoneme tables and voices and one pack for each dictionary, so that a language is fetched when it is first spoken.
 */

/**
 * @param {string} source espeak-ng.js as published
 * @param {Uint8Array} data espeak-ng.data as published
 * @returns {{ glue: string, core: Uint8Array, dictionaries: Map<string, Uint8Array> }} dictionaries by name, e.g. `en`
 */
export function prepareEspeak(source, data) {
  const manifest = source.match(/loadPackage\((\{files:\[.*?\],remote_package_size:\d+\})\)/);
  if (!manifest) throw new Error("eSpeak's glue does not list its data files where expected");
  const core = [];
  const dictionaries = new Map();
  for (const [, filename, start, end] of manifest[1].matchAll(/\{filename:"([^"]+)",start:(\d+),end:(\d+)\}/g)) {
    const file = { filename, bytes: data.subarray(Number(start), Number(end)) };
    const dictionary = filename.match(/\/([a-z]+)_dict$/i)?.[1];
    if (dictionary) dictionaries.set(dictionary, packFiles([file]));
    else core.push(file);
  }
  if (core.length === 0 || dictionaries.size === 0) throw new Error("eSpeak's data list is empty");
  return { glue: patchGlue(source.replace(manifest[0], "void 0")), core: packFiles(core), dictionaries };
}

function patchGlue(source) {
  let glue = source;
  for (const [pattern, replacement] of [
    [/ENVIRONMENT_IS_NODE=typeof process[^;]*?;/, "ENVIRONMENT_IS_NODE=false;"],
    [/ENVIRONMENT_IS_WORKER=typeof[^;]*?;/, "ENVIRONMENT_IS_WORKER=false;"],
    [/ENVIRONMENT_IS_WEB=typeof window[^;]*?;/, "ENVIRONMENT_IS_WEB=false;"],
    [/import\.meta\.url/g, '"file:///espeak.js"'],
  ]) {
    if (!glue.match(pattern)) throw new Error(`eSpeak's glue has nothing to replace for ${pattern}`);
    glue = glue.replace(pattern, replacement);
  }
  return `// SPDX-License-Identifier: GPL-3.0-or-later\n${glue}`;
}

/** Files as one: length of a JSON index `[[name, bytes], …]` (32 bits, little endian), the index, the bytes. */
function packFiles(files) {
  const index = Buffer.from(JSON.stringify(files.map(({ filename, bytes }) => [filename, bytes.length])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(index.length);
  return Buffer.concat([length, index, ...files.map(({ bytes }) => bytes)]);
}
