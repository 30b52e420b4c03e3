import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const read = (file: string) => readFileSync(path.join(import.meta.dirname, "../../..", file), "utf8");
/** What the starter sets itself. */
const OWN = ["APP_ENV", "DEV_SEED_TOKEN", "SERVING_SINCE_MS"];

describe("the variables of the site", () => {
  const [, schema] = read("workers/app/env.ts").split("const variables = z.object({");
  const names = [...schema!.matchAll(/^ {2}([A-Z][A-Z_]+):/gm)].map(([, name]) => name!);
  const passedOn = read("workers/tooling/start.mjs").split("\n");

  it.each(names.filter((name) => !OWN.includes(name)))("%s reaches the site of a local start", (name) => {
    expect(passedOn.includes(`  "${name}",`)).toBe(true);
  });
});
