import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));
export default defineConfig({
  root,
  resolve: { alias: { "~": `${root}app` } },
  test: {
    name: "api",
    // What a process has loaded serves all its files; the official client alone takes a second.
    isolate: false,
    sequence: { groupOrder: 4 },
    environment: "node",
    include: ["tests/api/**/*.test.ts"],
    globalSetup: [`${root}tests/support/product-setup.ts`],
    testTimeout: 60_000,
    hookTimeout: 300_000,
    // One product serves all files; each file uses workspaces of its own. Much of their time is waiting for products to start and end.
    maxWorkers: 4,
  },
});
