/**
 * The speech and media workers as `npm run build` left them. None when there is no build: this configuration is read by runs
 * of other projects too, and only the Workers tests need them (Miniflare then names the missing service).
 */
export function builtWorkers() {
  const names = /** @type {const} */ (["speech", "media"]);
  return names.every((name) => fs.existsSync(optionsFile(name))) ? names.map(builtWorker) : [];
}

const optionsFile = (name) => path.join(root, "build/bundle", `${name}.json`);

/** A built worker as an auxiliary worker of the Workers pool: its assets become a disk service of the same name. */
import fs from "node:fs";
import path from "node:path";
import { modulesIn } from "../../workers/tooling/worker-options.mjs";

const root = path.resolve(import.meta.dirname, "../..");

/** @param {"speech" | "media"} name */
function builtWorker(name) {
  const { assets, ...options } = JSON.parse(fs.readFileSync(optionsFile(name), "utf8"));
  const folder = path.join(root, "build/bundle", name);
  return {
    ...options,
    name: `parlando-${name}`,
    rootPath: folder,
    modulesRoot: folder,
    modules: modulesIn(folder),
    serviceBindings: {
      ...options.serviceBindings,
      ...(assets ? { [assets.binding]: { disk: { path: path.join(root, assets.directory), writable: false } } } : {}),
    },
  };
}
