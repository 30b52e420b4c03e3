import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  plugins: [cloudflareTest({ wrangler: { configPath: `${root}workers/media/wrangler.toml` } })],
  test: {
    name: "media",
    sequence: { groupOrder: 2 },
    // WebAssembly imports are only found under the root, so it is the whole project's.
    root,
    include: ["tests/workers/media/**/*.test.ts"],
    testTimeout: 60_000,
  },
});
