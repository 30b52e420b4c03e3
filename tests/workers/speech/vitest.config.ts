import { fileURLToPath } from "node:url";
import { cloudflareTest } from "@cloudflare/vitest-pool-workers";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../../..", import.meta.url));
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  plugins: [cloudflareTest({ wrangler: { configPath: `${root}workers/speech/wrangler.toml` } })],
  test: {
    name: "speech",
    sequence: { groupOrder: 1 },
    // WebAssembly imports are only found under the root, so it is the whole project's.
    root,
    include: ["tests/workers/speech/**/*.test.ts"],
    testTimeout: 60_000,
    // All cores; the default leaves one idle.
    maxWorkers: "100%",
    // The engines keep nothing of a text, so files need no runtime of their own.
    isolate: false,
  },
});
