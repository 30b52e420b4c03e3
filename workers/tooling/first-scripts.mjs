/** What of the pages' script a screen loads before it can be used, read from the built pages. */
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "./install.mjs";

const KILOBYTE = 1024;
/** Of docs/architecture.md. */
const BUDGET = 180 * KILOBYTE;

/** Screens of people who are signed in, by the ids of their routes. */
const SCREENS = {
  "routes/main/home": "/app/home",
  "routes/main/text-to-speech": "/app/speech-synthesis/text-to-speech",
  "routes/main/history": "/app/speech-synthesis/text-to-speech/history",
  "routes/main/usage": "/app/usage",
  "routes/main/settings-api-keys": "/app/settings/api-keys",
};

/**
 * The entry's modules, and those of the route and of all that it stands in, each once and gzipped: what the page names as
 * scripts. Parts that are loaded when they are used are not among them.
 * @param {string} [pages] folder of the built pages
 * @returns {{ name: string, bytes: number, budget: number }[]}
 */
export function measureFirstScripts(pages = path.join(root, "build/pages/client")) {
  const { entry, routes } = readManifest(path.join(pages, "assets"));
  const sizes = new Map();
  const sizeOf = (file) => {
    if (!sizes.has(file)) sizes.set(file, gzipSync(fs.readFileSync(path.join(pages, file))).length);
    return sizes.get(file);
  };
  return Object.entries(SCREENS).map(([id, name]) => {
    if (!routes[id]) throw new Error(`The built pages have no ${id}; workers/tooling/first-scripts.mjs names it.`);
    const files = new Set([entry.module, ...entry.imports]);
    for (let route = routes[id]; route; route = routes[route.parentId]) {
      for (const file of [route.module, ...(route.imports ?? [])]) files.add(file);
    }
    return { name: `script ${name}`, bytes: [...files].reduce((sum, file) => sum + sizeOf(file), 0), budget: BUDGET };
  });
}

/** Remix writes it as a script that sets a variable. */
function readManifest(assets) {
  const [file] = fs.readdirSync(assets).filter((name) => /^manifest-.*\.js$/.test(name));
  if (!file) throw new Error(`${assets} has no manifest; run "npm run build" first.`);
  const script = fs.readFileSync(path.join(assets, file), "utf8");
  return JSON.parse(script.slice(script.indexOf("{"), script.lastIndexOf("}") + 1));
}
