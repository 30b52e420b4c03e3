/**
 * `npm run deploy`: builds and uploads the three workers, those that others call first.
 * `npm run deploy -- --dry-run` checks everything without an account. See docs/deploy.md for what to create before.
 */
import path from "node:path";
import { exitOf, exitOnSignals, startScript } from "./children.mjs";
import { ensurePackages, fail, root } from "./install.mjs";

exitOnSignals();
await ensurePackages();
const dryRun = process.argv.includes("--dry-run");
const { build, WORKERS } = await import("./build.mjs");
await build().catch((error) => fail(error.message));
for (const name of ["speech", "media", "app"]) {
  const args = [
    "deploy",
    "--minify",
    "-c",
    path.join(root, WORKERS[name]),
    ...(dryRun ? ["--dry-run"] : []),
    ...(name === "speech" && process.env.LEAVE_OUT_ESPEAK === "1" ? ["--define", "INCLUDE_ESPEAK:false"] : []),
  ];
  const child = startScript("wrangler/bin/wrangler.js", args, {
    cwd: root,
    stdio: dryRun ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, WRANGLER_SEND_METRICS: "false" },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (data) => {
      output += data;
    });
  if ((await exitOf(child)) !== 0) fail(`Deploying ${name} failed${output ? `:\n${output}` : "; see above."}`);
  console.log(`${name}: ${dryRun ? "would deploy" : "deployed"}`);
}
