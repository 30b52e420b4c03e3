/**
 * `npm run dev`: the site with hot reloading inside workerd, speech and media as auxiliary workers beside it.
 * The environment is named `worker`, never `ssr`: Remix loads modules through Vite's own `ssr` on each edit.
 */
import fs from "node:fs";
import path from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import type { InlineConfig, Plugin } from "vite";

/** Where the files of auxiliary workers are served, and from which folder. */
const DATA_FOLDERS = {
  "/__speech/": "workers/speech/assets/__speech",
  "/__media/": "workers/media/assets/__media",
};

/** Folders whose code runs in the site's worker. */
const SERVER_FOLDERS = ["app", "workers/app", "workers/adapters", "durable-objects", "db"];
/** Imported by name only for their types, or run in Node alone. */
const NOT_BUNDLED = /^(node:|cloudflare:|virtual:|~|@remix-run\/dev|drizzle-kit|@cloudflare\/)/;

/**
 * Every package the site's worker imports. Without the whole list the first requests fail on a "new version of the
 * pre-bundle", or React is there twice; so it is read from the sources.
 */
function serverDependencies(): string[] {
  const found = new Set(["react/jsx-runtime", "react/jsx-dev-runtime"]);
  for (const folder of SERVER_FOLDERS) {
    for (const file of fs.readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.tsx?$/.test(file)) continue;
      const source = fs.readFileSync(path.join(folder, file), "utf8");
      const imports = [...source.matchAll(/^(?:import|export)(?! type )[^;]*?from "([^."][^"]*)"/gms)];
      // Loaded when first needed, some by browsers only: Vite finds those too, and all of them late.
      imports.push(...source.matchAll(/\bimport\("([^."][^"]*)"\)/g));
      for (const match of imports) {
        const name = match[1] ?? "";
        if (!NOT_BUNDLED.test(name) && !/\.(css|sql|wasm)$/.test(name)) found.add(name);
      }
    }
  }
  return [...found];
}

export function devWorkers(): Plugin[] {
  const port = process.env.PORT ?? "8787";
  const plugins: Plugin[] = [
    {
      name: "parlando:packages-of-the-site",
      config: () => ({ environments: { worker: { optimizeDeps: { include: serverDependencies() } } } }),
    },
    ...cloudflare({
      viteEnvironment: { name: "worker" },
      inspectorPort: false,
      persistState: { path: process.env.PARLANDO_STATE ?? ".data" },
      auxiliaryWorkers: [
        {
          configPath: "workers/speech/wrangler.toml",
          viteEnvironment: { name: "speech" },
          // Assets of auxiliary workers are not served in dev: the engines read their data over loopback instead.
          config: (config) => {
            delete config.assets;
            config.vars = { ...config.vars, DATA_URL: `http://127.0.0.1:${port}` };
          },
        },
        {
          configPath: "workers/media/wrangler.toml",
          viteEnvironment: { name: "media" },
          config: (config) => {
            delete config.assets;
            config.vars = { ...config.vars, MEDIA_DATA_URL: `http://127.0.0.1:${port}` };
          },
        },
      ],
      config: (config) => {
        config.main = "workers/app/entry.dev.ts";
        delete config.assets;
        config.vars = {
          ...config.vars,
          APP_ENV: "development",
          ...(process.env.DEV_SEED_TOKEN ? { DEV_SEED_TOKEN: process.env.DEV_SEED_TOKEN } : {}),
        };
      },
    }),
    ...Object.entries(DATA_FOLDERS).map(([url, folder]) => serveData(url, folder)),
  ];
  return plugins.map(ofServerAlone);
}

/**
 * Remix reads route modules by a second Vite server, made of the same configuration. It would start workers of its own in
 * the place of the first one's, whose calls would break, and each would throw away the packages that the other has bundled.
 */
function ofServerAlone(plugin: Plugin): Plugin {
  const { apply } = plugin;
  return {
    ...plugin,
    apply(config, env) {
      // It gets its configuration handed over, not from the file.
      if ((config as InlineConfig).configFile === false) return false;
      return typeof apply === "function" ? apply.call(this, config, env) : apply === undefined || apply === env.command;
    },
  };
}

function serveData(prefix: string, folder: string): Plugin {
  return {
    name: `parlando:data${prefix}`,
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? "";
        if (!url.startsWith(prefix)) return next();
        const relative = path.normalize(`/${decodeURIComponent(url.slice(prefix.length).split("?")[0] ?? "")}`);
        const file = path.join(folder, relative);
        if (!fs.existsSync(file)) {
          response.statusCode = 404;
          return response.end();
        }
        response.setHeader("content-length", fs.statSync(file).size);
        fs.createReadStream(file).pipe(response);
      });
    },
  };
}
