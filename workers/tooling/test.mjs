/**
 * `npm test`: installs what the tests need, builds, then runs unit, Workers, API and browser tests.
 * The product is started once for the last two. Ends with one line, `N passed, N failed`.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { ensurePackages, ensureTestPrograms, fail, root } from "./install.mjs";

ensurePackages();
ensureTestPrograms();
const { build } = await import("./build.mjs");
await build().catch((error) => fail(error.message));

const reports = fs.mkdtempSync(path.join(os.tmpdir(), "parlando-reports-"));
const environment = { ...process.env, CI: "1", WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false" };
let passed = 0;
let failed = 0;
const children = new Set();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"])
  process.on(signal, () => {
    for (const child of children) child.kill("SIGTERM");
    setTimeout(() => process.exit(130), 6000).unref();
  });

function run(script, args, env = environment) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.join(root, "node_modules", script), ...args], {
      cwd: root,
      stdio: ["ignore", "inherit", "inherit"],
      env,
    });
    children.add(child);
    child.on("exit", (code) => {
      children.delete(child);
      resolve(code ?? 1);
    });
  });
}

async function runVitest(project, env) {
  const report = path.join(reports, `${project}.json`);
  const code = await run(
    "vitest/vitest.mjs",
    ["run", "--project", project, "--reporter=default", "--reporter=json", `--outputFile.json=${report}`],
    env,
  );
  count(project, code, report, (json) => [
    json.numPassedTests,
    json.numFailedTests +
      json.testResults.filter((file) => file.status === "failed" && file.assertionResults.length === 0).length,
  ]);
}

async function runPlaywright(env) {
  const report = path.join(reports, "e2e.json");
  const code = await run(
    "@playwright/test/cli.js",
    ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json"],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  count("e2e", code, report, (json) => [json.stats.expected + json.stats.flaky, json.stats.unexpected]);
}

/** A run that ended badly without naming a failed test counts as one failure. */
function count(name, code, report, read) {
  let counts = [0, 0];
  if (fs.existsSync(report)) counts = read(JSON.parse(fs.readFileSync(report, "utf8")));
  if (code !== 0 && counts[1] === 0) counts[1] = 1;
  passed += counts[0];
  failed += counts[1];
  console.log(`${name}: ${counts[0]} passed, ${counts[1]} failed`);
}

for (const project of ["unit", "speech", "app"]) await runVitest(project, environment);

const product = await startProduct();
try {
  const env = { ...environment, PARLANDO_TEST_PRODUCT: JSON.stringify(product.info) };
  await runVitest("api", env);
  await runPlaywright(env);
} finally {
  await product.stop();
}
fs.rmSync(reports, { recursive: true, force: true });
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);

/** The same as tests/support/product.ts does for a single project, shared by two runs. */
async function startProduct() {
  const state = fs.mkdtempSync(path.join(os.tmpdir(), "parlando-test-"));
  const child = spawn(process.execPath, [path.join(root, "workers/tooling/start.mjs")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, APP_ENV: "test", PORT: String(await freePort()), PARLANDO_STATE: state },
  });
  children.add(child);
  let output = "";
  await new Promise((resolve) => {
    const onData = (data) => {
      output += data;
      if (output.includes("Ctrl-C stops it")) resolve();
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    child.once("exit", () => fail(`The product did not start:\n${output}`));
  });
  child.removeAllListeners("exit");
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const demo = JSON.parse(fs.readFileSync(path.join(state, "dev.json"), "utf8"));
  return {
    info: { ...demo, url: demo.url.replace("localhost", "127.0.0.1"), state, pid: child.pid },
    async stop() {
      child.kill("SIGTERM");
      await ended;
      children.delete(child);
      fs.rmSync(state, { recursive: true, force: true });
    },
  };
}

async function freePort() {
  const { createServer } = await import("node:net");
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
