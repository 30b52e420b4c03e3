import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { appRoutes } from "./app/routes";
import { devWorkers } from "./workers/tooling/vite-dev-workers";
import { sharedChunks } from "./workers/tooling/vite-shared-chunks";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

const app = new URL("./app", import.meta.url).pathname;

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [
    command === "serve" && devWorkers(),
    tailwindcss(),
    remix({
      ignoredRouteFiles: ["**/*"],
      // Remix empties this folder before each build, so nothing else may live in it; the build moves it into place.
      buildDirectory: process.env.PAGES_FOLDER ?? "build/pages",
      routes: appRoutes,
      future: {
        v3_fetcherPersist: true,
        v3_relativeSplatPath: true,
        v3_throwAbortReason: true,
        v3_singleFetch: true,
        v3_lazyRouteDiscovery: true,
      },
    }),
  ],
  resolve: {
    alias: [
      { find: "~", replacement: app },
      // Remix reloads the page when a screen's code cannot be loaded; see there.
      { find: /^\.\/routeModules\.js$/, replacement: `${app}/features/shell/load-route-module.ts` },
    ],
    mainFields: ["browser", "module", "main"],
  },
  ssr: { resolve: { conditions: ["workerd", "worker", "browser"] } },
  worker: { format: "es" },
  // Found before the first page: found while one loads, React would be there twice until the page is loaded anew.
  optimizeDeps: { entries: ["app/entry.client.tsx", "app/root.tsx", "app/routes/**/*.tsx"] },
  server: { host: "127.0.0.1", port: Number(process.env.PORT ?? 8787), strictPort: true, allowedHosts: [".localhost"] },
  // Nothing inlined: the content security policy loads fonts from this site only.
  build: {
    minify: true,
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: sharedChunks(), onlyExplicitManualChunks: true } },
  },
}));
