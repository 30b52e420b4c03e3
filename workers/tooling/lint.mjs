/** `npm run lint`: format and lint (Biome), the dependency rule (dependency-cruiser), unused code (knip). */
import { exitOf, exitOnSignals, startScript } from "./children.mjs";
import { ensurePackages, root } from "./install.mjs";

exitOnSignals();
await ensurePackages();
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
  const code = await exitOf(startScript(script, args, { cwd: root, stdio: "inherit" }));
  console.log(`${code === 0 ? "ok    " : "FAILED"} ${name}`);
  if (code !== 0) failed++;
}
process.exit(failed === 0 ? 0 : 1);
