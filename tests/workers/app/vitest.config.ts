import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";
// @ts-expect-error: plain JavaScript, shared with the starter
import { builtWorkers } from "../../support/built-worker.mjs";

const root = fileURLToPath(new URL("../../..", import.meta.url));
/** The site without its pages, joined to the built speech and media workers (`npm run build`). */
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  plugins: [
    cloudflareTest({
      main: `${root}tests/support/worker.ts`,
      wrangler: { configPath: `${root}wrangler.toml` },
      miniflare: { bindings: { APP_ENV: "test", PASSWORD_COST: "10" }, workers: builtWorkers() },
    }),
  ],
  test: {
    name: "app",
    sequence: { groupOrder: 3 },
    setupFiles: ["tests/workers/app/one-prototype.ts"],
    include: ["tests/workers/app/**/*.test.ts"],
    testTimeout: 60_000,
    silent: "passed-only",
    // One runtime for all files: loading the site anew for each took two thirds of the time. Each file's people, workspaces and
    // objects have names of their own.
    isolate: false,
    maxWorkers: 1,
  },
});
