/**
 * `npm run dev`: the site with hot reloading inside workerd, speech and media as auxiliary workers beside it.
 * The environment is named `worker`, never `ssr`: Remix loads modules through Vite's own `ssr` on each edit.
 */
import fs from "node:fs";
import path from "node:path";
import { cloudflare } from "@cloudflare/vite-plugin";
import type { Plugin } from "vite";

const SPEECH_DATA = "/__speech/";
const SPEECH_DATA_FOLDER = "workers/speech/assets/__speech";

/** Without the whole list the first requests fail on a "new version of the pre-bundle", or React is there twice. */
const PRE_BUNDLED = [
  "react",
  "react-dom",
  "react/jsx-runtime",
  "react/jsx-dev-runtime",
  "react-dom/server",
  "@remix-run/react",
  "@remix-run/cloudflare",
  "isbot",
  "@libsql/client/web",
  "drizzle-orm",
  "drizzle-orm/libsql/web",
  "drizzle-orm/sqlite-core",
  "zod",
  "hono",
  "jose",
  "client-zip",
];

export const devWorkerEnvironments = { worker: { optimizeDeps: { include: PRE_BUNDLED } } };

export function devWorkers(): Plugin[] {
  const port = process.env.PORT ?? "8787";
  return [
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
            config.vars = { ...config.vars, DATA_URL: `http://127.0.0.1:${port}${SPEECH_DATA}` };
          },
        },
        { configPath: "workers/media/wrangler.toml", viteEnvironment: { name: "media" } },
      ],
      config: (config) => {
        config.main = "workers/app/entry.dev.ts";
        delete config.assets;
        config.vars = { ...config.vars, APP_ENV: "development" };
      },
    }),
    serveSpeechData(),
  ];
}

function serveSpeechData(): Plugin {
  return {
    name: "parlando:speech-data",
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const url = request.url ?? "";
        if (!url.startsWith(SPEECH_DATA)) return next();
        const relative = path.normalize(`/${decodeURIComponent(url.slice(SPEECH_DATA.length).split("?")[0] ?? "")}`);
        const file = path.join(SPEECH_DATA_FOLDER, relative);
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
