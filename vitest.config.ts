import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      "tests/unit/vitest.config.ts",
      "tests/workers/speech/vitest.config.ts",
      "tests/workers/app/vitest.config.ts",
      "tests/api/vitest.config.ts",
    ],
  },
});
