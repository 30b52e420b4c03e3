/**
 * Builds everything that is served: engine data, the pages, and the three workers' bundles as `wrangler deploy` would
 * upload them, with the options Miniflare needs to run them (importing wrangler takes seconds, so they are written once).
 * A step whose inputs did not change is skipped.
 */
import { spawn } from "node:child_process";
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { ensurePackages, fail, root } from "./install.mjs";

const bundles = path.join(root, "build/bundle");
const stamps = path.join(root, "build/stamps");

/** Configuration file of each worker, by the short name used in `build/bundle`. */
export const WORKERS = {
  app: "wrangler.toml",
  speech: "workers/speech/wrangler.toml",
  media: "workers/media/wrangler.toml",
};

const TOOL_ENVIRONMENT = {
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  NODE_ENV: "production",
};

/** Builds what is out of date. Safe to call from several processes at once: the second waits for the first. */
export async function build({ quiet = false } = {}) {
  const say = (text) => quiet || console.log(text);
  const release = await takeLock();
  try {
    const { prepareSpeechAssets } = await import("../speech/build/prepare.mjs");
    await prepareSpeechAssets(root);
    await Promise.all([
      (async () => {
        await step(
          "pages",
          ["app", "public", "vite.config.ts", "workers/tooling/vite-dev-workers.ts", "package-lock.json"],
          say,
          () => buildPages(),
        );
        await step(
          "app",
          [
            "app",
            "workers/app",
            "workers/adapters",
            "workers/speech",
            "durable-objects",
            "db",
            "wrangler.toml",
            "package-lock.json",
          ],
          say,
          () => bundle("app"),
        );
      })(),
      (async () => {
        await step(
          "speech",
          ["app/domains", "app/lib", "workers/speech", "workers/adapters", "package-lock.json"],
          say,
          () => bundle("speech"),
        );
        await step("media", ["workers/media", "package-lock.json"], say, () => bundle("media"));
      })(),
    ]);
  } finally {
    release();
  }
}

/** Only what the speech tests need. */
export async function buildSpeech() {
  const release = await takeLock();
  try {
    const { prepareSpeechAssets } = await import("../speech/build/prepare.mjs");
    await prepareSpeechAssets(root);
    await step(
      "speech",
      ["app/domains", "app/lib", "workers/speech", "workers/adapters", "package-lock.json"],
      () => {},
      () => bundle("speech"),
    );
    await step(
      "media",
      ["workers/media", "package-lock.json"],
      () => {},
      () => bundle("media"),
    );
  } finally {
    release();
  }
}

async function step(name, inputs, say, work) {
  const stamp = path.join(stamps, name);
  const digest = digestOf(inputs);
  if (fs.existsSync(stamp) && fs.readFileSync(stamp, "utf8") === digest) return;
  const started = Date.now();
  fs.rmSync(stamp, { force: true });
  await work();
  fs.mkdirSync(stamps, { recursive: true });
  fs.writeFileSync(stamp, digest);
  say(`Built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function digestOf(inputs) {
  const hash = crypto.createHash("sha256");
  const visit = (entry) => {
    const stat = fs.statSync(path.join(root, entry), { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(path.join(root, entry)).sort()) visit(path.join(entry, name));
    } else {
      hash.update(entry).update("\0");
      // Engine data is large and made by a step with checks of its own.
      if (stat.size > 1_000_000) hash.update(String(stat.size));
      else hash.update(fs.readFileSync(path.join(root, entry)));
    }
  };
  for (const input of inputs) visit(input);
  return hash.digest("hex");
}

async function buildPages() {
  const folder = path.join(root, "build/pages");
  await runTool("@remix-run/dev/dist/cli.js", ["vite:build", "--logLevel", "error"], {
    PAGES_FOLDER: "build/pages.new",
  });
  moveIntoPlace(`${folder}.new`, folder);
}

/** Replaces a folder when its successor is complete, so that whoever reads it meanwhile finds a whole one. */
function moveIntoPlace(fresh, folder) {
  fs.rmSync(`${folder}.old`, { recursive: true, force: true });
  if (fs.existsSync(folder)) fs.renameSync(folder, `${folder}.old`);
  fs.renameSync(fresh, folder);
  fs.rmSync(`${folder}.old`, { recursive: true, force: true });
}

async function bundle(name) {
  const out = path.join(bundles, name);
  const fresh = `${out}.new`;
  fs.rmSync(fresh, { recursive: true, force: true });
  // wrangler resolves a relative --outdir against the folder of the configuration file, so it is absolute here.
  await runTool("wrangler/bin/wrangler.js", [
    "deploy",
    "--dry-run",
    "--minify",
    "--outdir",
    fresh,
    "-c",
    path.join(root, WORKERS[name]),
  ]);
  await runTool(path.join(import.meta.dirname, "miniflare-options.mjs"), [WORKERS[name], `${fresh}.json`]);
  moveIntoPlace(fresh, out);
  fs.renameSync(`${fresh}.json`, `${out}.json`);
}

/** Runs a tool as a child of ours: `npx` would leave its own child running when ended. */
function runTool(script, args, environment = {}) {
  const file = path.isAbsolute(script) ? script : path.join(root, "node_modules", script);
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [file, ...args], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
      env: { ...process.env, ...TOOL_ENVIRONMENT, ...environment },
    });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (output += data));
    child.on("error", reject);
    child.on("exit", (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${path.basename(script)} ${args[0]} failed:\n${output}`)),
    );
  });
}

async function takeLock() {
  fs.mkdirSync(path.join(root, "build"), { recursive: true });
  const lock = path.join(root, "build/lock");
  for (;;) {
    try {
      fs.writeFileSync(lock, String(process.pid), { flag: "wx" });
      const release = () => fs.rmSync(lock, { force: true });
      process.once("exit", release);
      return release;
    } catch (error) {
      if (error.code !== "EEXIST") throw error;
      if (isLeftBehind(lock)) fs.rmSync(lock, { force: true });
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** A lock whose owner ended. One without an owner's id was made this moment, or by a process killed at that moment. */
function isLeftBehind(lock) {
  try {
    const owner = Number(fs.readFileSync(lock, "utf8"));
    return owner > 0 ? !isRunning(owner) : Date.now() - fs.statSync(lock).mtimeMs > 5000;
  } catch {
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

if (process.argv[1] === import.meta.filename) {
  ensurePackages();
  const work = process.argv.includes("--speech") ? buildSpeech : build;
  await work().catch((error) => fail(error.message));
}
