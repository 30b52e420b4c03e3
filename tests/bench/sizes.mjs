import { gzipSync } from "node:zlib";
import { measureSizes } from "../../workers/tooling/budgets.mjs";
import { report } from "./statistics.mjs";

/** Deployed bundles, and the scripts that a page loads before it is used. */
export async function run(product) {
  for (const { name, bytes, budget } of measureSizes())
    report(`${name}, KB gzip`, bytes / 1024, { max: budget / 1024 });
  report("/ scripts, KB gzip", await scriptKilobytes(product, "/"), { max: 15 });
  report("/text-to-speech scripts, KB gzip", await scriptKilobytes(product, "/text-to-speech"), { max: 15 });
}

/** All scripts a page names, as sources or as modules to preload. */
export async function scriptKilobytes(product, path, headers = {}) {
  const html = await (await fetch(product.url + path, { headers })).text();
  const urls = new Set([...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map((match) => match[1]));
  for (const match of html.matchAll(/import\s+(?:[^"']*from\s+)?["'](\/assets\/[^"']+\.js)["']/g)) urls.add(match[1]);
  let bytes = 0;
  for (const url of urls)
    bytes += gzipSync(Buffer.from(await (await fetch(new URL(url, product.url))).arrayBuffer())).length;
  return bytes / 1024;
}
