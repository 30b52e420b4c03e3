/**
 * Builds everything that is served: engine data, the pages, and the three workers' bundles as `wrangler deploy` would
 * upload them, with the options Miniflare needs to run them (importing wrangler takes seconds, so they are written once).
 * A step whose inputs did not change is skipped.
 */
import crypto from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { endGroupsOf, exitOf, exitOnSignals, factsOf, startScript } from "./children.mjs";
import { ensurePackages, fail, root } from "./install.mjs";
import { waitForFile } from "./owned-file.mjs";

const lock = path.join(root, "build/lock");
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

/** Tools at work, and how to note them in the lock: whoever builds after a kill of ours ends them first. */
const tools = new Set();
let noteTools = () => {};

/** What pages are built of. */
const PAGES_INPUTS = [
  ...["app", "public", "vite.config.ts"],
  ...["workers/tooling/vite-dev-workers.ts", "workers/tooling/vite-shared-chunks.ts"],
];

/** What each step reads, and what it makes. */
const STEPS = {
  pages: {
    inputs: [...PAGES_INPUTS, "package-lock.json"],
    outputs: ["build/pages/client", "build/pages/server"],
    work: buildPages,
  },
  app: {
    inputs: [
      ...PAGES_INPUTS,
      ...["workers/app", "workers/adapters", "workers/speech", "durable-objects", "db", "wrangler.toml"],
      "package-lock.json",
    ],
    outputs: ["build/bundle/app", "build/bundle/app.json"],
    work: () => bundle("app"),
  },
  speech: {
    inputs: ["app/domains", "app/lib", "workers/speech", "workers/adapters", "package-lock.json"],
    outputs: ["build/bundle/speech", "build/bundle/speech.json"],
    work: () => bundle("speech"),
  },
  media: {
    // Without the fonts, of which `generated` holds a stamp.
    inputs: [
      ...["index.ts", "protocol.ts", "wrangler.toml", "cards", "fonts", "video", "generated"].map(
        (name) => `workers/media/${name}`,
      ),
      ...["app/lib/format-clock.ts", "package-lock.json"],
    ],
    outputs: ["build/bundle/media", "build/bundle/media.json"],
    work: () => bundle("media"),
  },
};

/** Builds what is out of date. Safe to call from several processes at once: the second waits for the first. */
export const build = ({ quiet = false } = {}) =>
  // The site's bundle holds the server half of the pages.
  runSteps(
    [
      ["pages", "app"],
      ["speech", "media"],
    ],
    quiet,
  );

/** Only what the speech tests need. */
export const buildSpeech = () => runSteps([["speech", "media"]], true);

/** Waits until nobody builds. */
export async function whenBuilt() {
  (await waitForFile(lock)).release();
}

/** Runs rows of steps side by side, each row in its order. */
async function runSteps(rows, quiet) {
  const { left, write, release } = await waitForFile(lock);
  try {
    await endGroupsOf(left);
    noteTools = () => write(factsOf(tools));
    const { prepareSpeechAssets } = await import("../speech/build/prepare.mjs");
    await prepareSpeechAssets(root);
    const { prepareMediaAssets } = await import("../media/build/prepare.mjs");
    await prepareMediaAssets(root);
    const results = await Promise.allSettled(
      rows.map(async (names) => {
        for (const name of names) await step(name, quiet);
      }),
    );
    // Only now: nobody else may build while a tool still writes.
    for (const result of results) if (result.status === "rejected") throw result.reason;
  } finally {
    release();
  }
}

async function step(name, quiet) {
  const { inputs, outputs, work } = STEPS[name];
  const stamp = path.join(stamps, name);
  const digest = digestOf(inputs);
  const isThere = [stamp, ...outputs.map((output) => path.join(root, output))].every((file) => fs.existsSync(file));
  if (isThere && fs.readFileSync(stamp, "utf8") === digest) return;
  const started = Date.now();
  fs.rmSync(stamp, { force: true });
  await work();
  fs.mkdirSync(stamps, { recursive: true });
  fs.writeFileSync(stamp, digest);
  if (!quiet) console.log(`Built ${name} in ${((Date.now() - started) / 1000).toFixed(1)} s`);
}

function digestOf(inputs) {
  const hash = crypto.createHash("sha256").update(process.env.LEAVE_OUT_ESPEAK ?? "");
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
    // Folded away by the bundler: a worker without the GPL engine has nothing of it.
    ...(name === "speech" && process.env.LEAVE_OUT_ESPEAK === "1" ? ["--define", "INCLUDE_ESPEAK:false"] : []),
  ]);
  await runTool(path.join(import.meta.dirname, "miniflare-options.mjs"), [WORKERS[name], `${fresh}.json`]);
  moveIntoPlace(fresh, out);
  fs.renameSync(`${fresh}.json`, `${out}.json`);
}

/** Runs a tool as a child of ours, and answers what it wrote. */
async function runTool(script, args, environment = {}) {
  const env = { ...process.env, ...TOOL_ENVIRONMENT, ...environment };
  const child = startScript(script, args, { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], group: true });
  tools.add(child);
  noteTools();
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output += data;
    });
  const code = await exitOf(child);
  tools.delete(child);
  noteTools();
  if (code !== 0) throw new Error(`${path.basename(script)} ${args[0]} failed (${code}):\n${output}`);
  return output;
}

if (process.argv[1] === import.meta.filename) {
  exitOnSignals();
  await ensurePackages();
  const work = process.argv.includes("--speech") ? buildSpeech : build;
  await work().catch((error) => fail(error.message));
}
