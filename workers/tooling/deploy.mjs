/**
 * `npm run deploy`: builds and uploads the three workers, those that others call first.
 * `npm run deploy -- --dry-run` checks everything without an account. See docs/deploy.md for what to create before.
 */
import { spawnSync } from "node:child_process";
import path from "node:path";
import { ensurePackages, fail, root } from "./install.mjs";

ensurePackages();
const dryRun = process.argv.includes("--dry-run");
const { build, WORKERS } = await import("./build.mjs");
await build().catch((error) => fail(error.message));
for (const name of ["speech", "media", "app"]) {
  const args = ["deploy", "--minify", "-c", path.join(root, WORKERS[name]), ...(dryRun ? ["--dry-run"] : [])];
  const result = spawnSync(process.execPath, [path.join(root, "node_modules/wrangler/bin/wrangler.js"), ...args], {
    cwd: root,
    stdio: dryRun ? ["ignore", "pipe", "pipe"] : "inherit",
    encoding: "utf8",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  if (result.status !== 0) fail(`Deploying ${name} failed:\n${result.stdout ?? ""}${result.stderr ?? ""}`);
  console.log(`${name}: ${dryRun ? "would deploy" : "deployed"}`);
}
