import { fileURLToPath } from "node:url";
import { defineConfig, type UserWorkspaceConfig } from "vitest/config";

const root = fileURLToPath(new URL("../..", import.meta.url));

const shared = {
  root,
  resolve: { alias: { "~": `${root}app` } },
  esbuild: { jsx: "automatic" },
} satisfies UserWorkspaceConfig;

const sharedTest = {
  sequence: { groupOrder: 0 },
  // All cores; the default leaves one idle.
  maxWorkers: "100%",
  // Generous, since a busy machine is no failure.
  testTimeout: 30_000,
} satisfies UserWorkspaceConfig["test"];

const DOM = "tests/unit/**/*.dom.test.{ts,tsx}";

/** Rules and services. What a process has loaded serves all its files, which takes half the time; no file leaves anything behind in a module. */
export const unit = defineConfig({
  ...shared,
  test: {
    ...sharedTest,
    name: "unit",
    isolate: false,
    environment: "node",
    include: ["tests/unit/**/*.test.{ts,tsx}"],
    exclude: [DOM],
  },
});

/**
 * Components and what else needs a document, each file in a world of its own, since pages keep state in modules: a new context
 * of V8, which takes a third of the time of a new process that has to load the environment first.
 */
export const dom = defineConfig({
  ...shared,
  test: { ...sharedTest, name: "dom", environment: "jsdom", pool: "vmThreads", include: [DOM] },
});

/** By themselves, in any order: `vitest --config tests/unit/vitest.config.ts --sequence.shuffle.files`. */
export default defineConfig({ test: { projects: [unit, dom] } });
