/** Writes the Miniflare options of one wrangler configuration as JSON: `node miniflare-options.mjs <config> <out>`. */
import fs from "node:fs";
import path from "node:path";
import { unstable_getMiniflareWorkerOptions } from "wrangler";

const root = path.resolve(import.meta.dirname, "../..");
const [config, out] = process.argv.slice(2);
const { modulesRules: _rules, ...options } = unstable_getMiniflareWorkerOptions(path.join(root, config)).workerOptions;
if (options.assets) {
  options.assets.directory = path.relative(root, options.assets.directory);
  delete options.assets.assetConfig?.compatibility_date;
  delete options.assets.assetConfig?.compatibility_flags;
}
fs.mkdirSync(path.dirname(out), { recursive: true });
fs.writeFileSync(out, JSON.stringify(options, null, 1));
