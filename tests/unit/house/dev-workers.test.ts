import type { InlineConfig, Plugin } from "vite";
import { expect, it } from "vitest";
import { devWorkers } from "../../../workers/tooling/vite-dev-workers";

const isPartOf = (config: InlineConfig) => (plugin: Plugin) =>
  typeof plugin.apply === "function" && plugin.apply(config, { command: "serve", mode: "development" });

it("workers are started by the server of the configuration file, not by the one that Remix makes beside it", () => {
  const plugins = devWorkers();
  expect(plugins.filter(isPartOf({})).map(({ name }) => name)).toContain("vite-plugin-cloudflare:dev");
  expect(plugins.filter(isPartOf({ configFile: false }))).toEqual([]);
});
