import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  esbuild: { jsx: "automatic" },
  test: {
    name: "unit",
    sequence: { groupOrder: 0 },
    environment: "node",
    include: ["tests/unit/**/*.test.{ts,tsx}"],
    // All cores; the default leaves one idle.
    maxWorkers: "100%",
    // Generous, since a busy machine is no failure.
    testTimeout: 30_000,
    // Files named *.dom.test.tsx start with `// @vitest-environment jsdom`.
  },
});
