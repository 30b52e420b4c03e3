/** `npm run dev`: hot reloading inside workerd. Ends with its child, by id. */
import { spawn } from "node:child_process";
import path from "node:path";
import { ensurePackages, root } from "./install.mjs";

ensurePackages();
const { prepareSpeechAssets } = await import("../speech/build/prepare.mjs");
await prepareSpeechAssets(root);
const child = spawn(process.execPath, [path.join(root, "node_modules/@remix-run/dev/dist/cli.js"), "vite:dev"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 0));
