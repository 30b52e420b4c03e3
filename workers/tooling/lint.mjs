/** `npm run lint`: format and lint (Biome), the dependency rule (dependency-cruiser), unused code (knip). */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensurePackages, root } from "./install.mjs";

ensurePackages();
const CHECKS = {
  "format and lint": ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "."],
  "dependency rule": [
    "dependency-cruiser/bin/dependency-cruise.mjs",
    "--config",
    "workers/tooling/dependency-rules.cjs",
    "app",
    "workers",
    "durable-objects",
    "db",
  ],
  "unused code": ["knip/bin/knip.js", "--config", "workers/tooling/knip.json"],
};
let failed = 0;
for (const [name, [script, ...args]] of Object.entries(CHECKS)) {
  const result = spawnSync(process.execPath, [path.join(root, "node_modules", script), ...args], {
    cwd: root,
    stdio: "inherit",
  });
  console.log(`${result.status === 0 ? "ok    " : "FAILED"} ${name}`);
  if (result.status !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
