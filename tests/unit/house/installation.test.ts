import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { isInstalled } from "../../../workers/tooling/install.mjs";

let folder: string;
const lock = (packages: object) => JSON.stringify({ packages });
const present = () => path.join(folder, "node_modules/.package-lock.json");

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "parlando-packages-"));
  const wanted = {
    "": { name: "parlando" },
    "node_modules/one": { version: "1.0.0" },
    "node_modules/one/node_modules/two": { version: "2.0.0" },
    "node_modules/other-system": { version: "3.0.0", optional: true },
  };
  writeFileSync(path.join(folder, "package-lock.json"), lock(wanted));
  for (const name of ["one", "one/node_modules/two"]) {
    mkdirSync(path.join(folder, "node_modules", name), { recursive: true });
    writeFileSync(path.join(folder, "node_modules", name, "package.json"), "{}");
  }
  const { "node_modules/other-system": _left, "": _root, ...rest } = wanted;
  writeFileSync(present(), lock(rest));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("what is installed", () => {
  it("is taken as it is when it is what the lockfile says", () => {
    expect(isInstalled(folder)).toBe(true);
  });

  it("is installed anew after an install that was interrupted", () => {
    rmSync(present());
    expect(isInstalled(folder)).toBe(false);
    writeFileSync(present(), '{ "packages": {');
    expect(isInstalled(folder)).toBe(false);
  });

  it("is installed anew when a package's folder was deleted", () => {
    rmSync(path.join(folder, "node_modules/one/node_modules/two"), { recursive: true });
    expect(isInstalled(folder)).toBe(false);
  });

  it("is installed anew when the lockfile wants another version, or one more", () => {
    writeFileSync(path.join(folder, "package-lock.json"), lock({ "node_modules/one": { version: "1.0.1" } }));
    expect(isInstalled(folder)).toBe(false);
    writeFileSync(path.join(folder, "package-lock.json"), lock({ "node_modules/four": { version: "4.0.0" } }));
    expect(isInstalled(folder)).toBe(false);
  });
});
