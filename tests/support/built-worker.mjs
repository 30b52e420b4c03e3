/** A built worker as an auxiliary worker of the Workers pool: its assets become a disk service of the same name. */
import fs from "node:fs";
import path from "node:path";
import { modulesIn } from "../../workers/tooling/serve.mjs";

const root = path.resolve(import.meta.dirname, "../..");

/** @param {"speech" | "media"} name */
export function builtWorker(name) {
  const { assets, ...options } = JSON.parse(fs.readFileSync(path.join(root, "build/bundle", `${name}.json`), "utf8"));
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
