/** `npm run dev`: hot reloading inside workerd, with the demo workspace. Ends with its child, by id. */
import crypto from "node:crypto";
import path from "node:path";
import { exitOf, startScript, takeSignals } from "./children.mjs";
import { seedDemo } from "./demo.mjs";
import { ensurePackages, root } from "./install.mjs";
import { listenPort, requireFreePort } from "./listen-port.mjs";
import { endProcesses, workerdsServing } from "./processes.mjs";
import { takeState } from "./state-folder.mjs";

const READY_WITHIN_MS = 120_000;
const END_WITHIN_MS = 5000;

let child;
let state;
let ending;
/** Ends the server, then what it may have left behind. */
const end = async (code) => {
  ending ??= (async () => {
    if (child?.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await Promise.race([exitOf(child), new Promise((resolve) => setTimeout(resolve, END_WITHIN_MS))]);
      child.kill("SIGKILL");
    }
    if (state) await endProcesses(workerdsServing(state.folder));
    state?.release();
    process.exit(code);
  })();
  return ending;
};
takeSignals(() => void end(0));

try {
  await ensurePackages();
  const port = listenPort(process.env.PORT);
  // Not the state of `npm start`: the two keep theirs in other forms, and each writes how to use it.
  state = await takeState(path.resolve(root, process.env.PARLANDO_STATE || ".data", "dev"));
  await requireFreePort(port, "127.0.0.1");
  const { prepareSpeechAssets } = await import("../speech/build/prepare.mjs");
  await prepareSpeechAssets(root);
  const { prepareMediaAssets } = await import("../media/build/prepare.mjs");
  await prepareMediaAssets(root);
  await serveSources(port);
} catch (error) {
  if (!ending) {
    console.error(`\n${error.message}\n`);
    await end(1);
  }
}

async function serveSources(port) {
  const token = crypto.randomBytes(24).toString("hex");
  child = startScript("@remix-run/dev/dist/cli.js", ["vite:dev"], {
    cwd: root,
    stdio: "inherit",
    env: {
      ...process.env,
      ...{ CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" },
      ...{ PORT: String(port), PARLANDO_STATE: state.folder, DEV_SEED_TOKEN: token },
    },
  });
  if (child.pid) state.record([child.pid]);
  exitOf(child).then((code) => end(code));
  const internalUrl = `http://127.0.0.1:${port}`;
  await whenReady(`${internalUrl}/healthz`);
  const demo = await seedDemo({ internalUrl, url: `http://localhost:${port}`, token, state: state.folder });
  console.log(`\n  Sign in with  ${demo.email} / ${demo.password}\n  API key       ${demo.apiKey}\n`);
}

async function whenReady(address) {
  for (const started = Date.now(); Date.now() - started < READY_WITHIN_MS; ) {
    const response = await fetch(address).catch(() => undefined);
    if (response?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  throw new Error("The site did not answer in time; see above.");
}
