/** The built workers as Miniflare runs them. */
import fs from "node:fs";
import path from "node:path";
import { root } from "./install.mjs";

const MODULE_TYPES = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
  ".txt": "Text",
  ".html": "Text",
  ".sql": "Text",
};

/** What Miniflare calls the site. */
export const SITE_WORKER = "parlando";

/** What the site knows a process by: `SPEECH`, `SPEECH_1` …, which `workers/app/speech-processes.ts` looks for; `MEDIA`. */
export const bindingOf = (name) => name.toUpperCase().replace("-", "_");

/**
 * Options of one process.
 *
 * @param {string} name `app`, `media`, `speech`, `speech-1` …
 * @param {Record<string, string>} vars variables of the worker
 * @param {Map<string, string>} addresses host and port of the other processes, which the site calls
 * @param {string} pages folder with the site's files
 */
export function workerOptions(name, vars, addresses, pages) {
  const kind = name.startsWith("speech") ? "speech" : name;
  const { assets, ...options } = JSON.parse(fs.readFileSync(path.join(root, "build/bundle", `${kind}.json`), "utf8"));
  const folder = path.join(root, "build/bundle", kind);
  const isApp = kind === "app";
  const serviceBindings = { ...options.serviceBindings };
  // Miniflare keeps one assets service, the site's; the others get their folder as a plain disk service.
  if (assets && !isApp)
    serviceBindings[assets.binding] = { disk: { path: path.join(root, assets.directory), writable: false } };
  // By sockets of theirs: Miniflare's registry of workers connects anew for each call, and has a worker of its own on the way.
  if (isApp)
    for (const [other, address] of addresses) serviceBindings[bindingOf(other)] = { external: { address, http: {} } };
  return {
    ...options,
    name: isApp ? SITE_WORKER : `parlando-${name}`,
    rootPath: folder,
    modulesRoot: folder,
    modules: modulesIn(folder),
    ...(assets && isApp ? { assets: { ...assets, directory: pages } } : {}),
    serviceBindings,
    bindings: { ...options.bindings, ...vars },
  };
}

/**
 * A copy of the site's files for as long as a process serves them, so that the next build takes nothing away from it.
 * Outside production they do not ask for TLS, as pages do not.
 */
export function copyPages(target, { production }) {
  fs.rmSync(target, { recursive: true, force: true });
  fs.cpSync(path.join(root, "build/pages/client"), target, { recursive: true });
  if (production) return;
  const headers = path.join(target, "_headers");
  fs.writeFileSync(headers, withoutStrictTransport(fs.readFileSync(headers, "utf8")));
}

/** The text of a `_headers` file without the header that tells browsers to use nothing but TLS from then on. */
export const withoutStrictTransport = (headers) => headers.replace(/^\s*strict-transport-security:.*\n/gim, "");

/** A bundle's files as Miniflare modules, the entry (the only script at the top) first. */
export function modulesIn(folder) {
  return fs
    .readdirSync(folder)
    .filter((file) => MODULE_TYPES[path.extname(file)])
    .sort((a, b) => Number(b.endsWith(".js")) - Number(a.endsWith(".js")))
    .map((file) => ({ type: MODULE_TYPES[path.extname(file)], path: path.join(folder, file) }));
}
