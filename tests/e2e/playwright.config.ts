import { defineConfig } from "@playwright/test";
import { findBrowser } from "../../workers/tooling/install.mjs";

/** What takes longest: before all else, so that no browser is left with one when the others are done. */
const LONG_FILES = [
  "**/accessibility.spec.ts",
  "**/share/public.spec.ts",
  "**/screens-history.spec.ts",
  "**/share/dialogs-video.spec.ts",
  "**/single-sign-on.spec.ts",
  "**/privacy.spec.ts",
  "**/screens-speech*.spec.ts",
  "**/screens-offline.spec.ts",
  "**/step-up.spec.ts",
];

export default defineConfig({
  testDir: ".",
  outputDir: "../../test-results",
  globalSetup: "../support/product-setup.ts",
  // Each with a product of its own, see `product-setup.ts`. One for each of two cores: a third got no more done, and each
  // waited longer for what it had asked for.
  workers: 2,
  retries: 0,
  reporter: [["list"]],
  // Generous, since a busy machine is no failure. What has to be quick says so itself.
  timeout: 120_000,
  expect: { timeout: 30_000 },
  projects: [
    { name: "long", testMatch: LONG_FILES },
    { name: "others", testIgnore: LONG_FILES },
  ],
  use: {
    // An address of its own: limits by address are shared with no other tests of the same product.
    extraHTTPHeaders: { "cf-connecting-ip": "198.51.100.20" },
    launchOptions: {
      executablePath: findBrowser(),
      args: [
        "--no-sandbox",
        "--disable-quic",
        "--disable-background-networking",
        "--disable-component-update",
        "--autoplay-policy=no-user-gesture-required",
        // One process for the pages of a context: a screen's opener policy would leave the process of its blank page for another.
        "--renderer-process-limit=1",
        // A page lives for seconds: what is compiled for speed takes a tenth of the browser's time, and is hardly run.
        "--js-flags=--no-opt --no-maglev",
      ],
    },
    // Traces cost a quarter of the time; run a failed file alone to get one.
    trace: process.env.CI ? "off" : "retain-on-failure",
  },
});
