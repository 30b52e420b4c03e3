/** `npm run dev`: hot reloading inside workerd, with the demo workspace. Ends with its child, by id. */
import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { seedDemo } from "./demo.mjs";
import { ensurePackages, root } from "./install.mjs";

const READY_WITHIN_MS = 120_000;

ensurePackages();
const { prepareSpeechAssets } = await import("../speech/build/prepare.mjs");
await prepareSpeechAssets(root);
const port = process.env.PORT ?? "8787";
const state = path.resolve(root, process.env.PARLANDO_STATE ?? ".data/dev");
fs.mkdirSync(state, { recursive: true });
const token = crypto.randomBytes(24).toString("hex");
const child = spawn(process.execPath, [path.join(root, "node_modules/@remix-run/dev/dist/cli.js"), "vite:dev"], {
  cwd: root,
  stdio: "inherit",
  env: {
    ...process.env,
    ...{ CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
    ...{ PORT: port, PARLANDO_STATE: state, DEV_SEED_TOKEN: token },
  },
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.on("exit", (code) => process.exit(code ?? 0));

const internalUrl = `http://127.0.0.1:${port}`;
await whenReady(`${internalUrl}/healthz`);
const demo = await seedDemo({ internalUrl, url: `http://localhost:${port}`, token, state });
console.log(`\n  Sign in with  ${demo.email} / ${demo.password}\n  API key       ${demo.apiKey}\n`);

async function whenReady(address) {
  for (const started = Date.now(); Date.now() - started < READY_WITHIN_MS; ) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  console.error("The site did not answer in time; see above.");
}
