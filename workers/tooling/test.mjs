/**
 * `npm test`: installs what the tests need, builds, then runs unit, Workers, API and browser tests.
 * The product is started once for the API and once for each browser. Ends with one line, `N passed, N failed`.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { endGroup, exitOf, startScript, takeSignals } from "./children.mjs";
import { ensurePackages, ensureTestPrograms, fail, root } from "./install.mjs";
import { QUICK_PASSWORDS, startProduct } from "./product.mjs";

/** No run takes this long; one that does is stuck. */
const RUN_TIMEOUT_MS = 20 * 60_000;
/** What runs in workerd says something every few seconds; see `runInWorkerd`. Silent for so long, it hangs. */
const SILENCE_MS = 150_000;
const END_TIMEOUT_MS = 6000;
const FAILURES_SAID = 20;
const FAILURE_LINES = 12;
/** `workers` of tests/e2e/playwright.config.ts. */
const BROWSERS = 2;
/** The tag of browser tests that hold the product to a second or less: nothing else has the machine's cores meanwhile. */
const ALONE = "@alone";

/** Test tools that run. */
const running = new Set();
/** Of products that run. */
const starters = new Set();
let reports;
let interrupted = false;
takeSignals(() => void interrupt());

await ensurePackages();
await ensureTestPrograms();
const { build } = await import("./build.mjs");
await build().catch((error) => fail(error.message));

reports = fs.mkdtempSync(path.join(os.tmpdir(), "parlando-reports-"));
const environment = {
  ...process.env,
  CI: "1",
  WRANGLER_SEND_METRICS: "false",
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  // What products of tests would look for again at each start.
  PARLANDO_SKIP_BUILD: "1",
  // Memory that is taken and given back again and again, as by each hash of a password, is had in large pages: a quarter less
  // time for tests of accounts and of sound where a virtual machine makes pages dear. What is given back is used again before new
  // pages are had: Miniflare copies all it starts with sixty times, and a product starts in a tenth less of processor's time.
  GLIBC_TUNABLES: "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:glibc.malloc.trim_threshold=536870912",
  // Miniflare hands each workerd the machine's own certificates one by one, over which a start takes three seconds longer.
  NODE_EXTRA_CA_CERTS: undefined,
};
let passed = 0;
let failed = 0;
/** What failed, each as its project, file, name and the first lines of its message. Said again at the end, where it is read. */
const failures = [];
try {
  // The site and the media worker are on one thread each, and wait much; everything else takes all cores by itself.
  await Promise.all([runVitest(["unit", "dom"], environment), runInTurn(["app", "media"])]);
  if (interrupted) throw new Error("interrupted");
  // Products start beside the tests before theirs, so that nobody waits for them.
  const starting = withProducts(1);
  await runInTurn(["speech"]);
  const api = await starting;
  // Others than the API's, whose tests use up credits of the demo workspace.
  const startingForBrowsers = withProducts(BROWSERS);
  await runVitest(["api"], api.environment);
  await api.end();
  const browsers = await startingForBrowsers;
  await runPlaywright("e2e", ["--grep-invert", ALONE], browsers.environment);
  await runPlaywright("e2e alone", ["--grep", ALONE, "--workers", "1"], browsers.environment);
} catch (error) {
  if (!interrupted) {
    console.error(error.message);
    failures.push(error.message);
    failed++;
  }
} finally {
  if (!interrupted) await cleanUp();
}
if (!interrupted) {
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.slice(0, FAILURES_SAID).join("\n\n")}\n`);
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed === 0 ? 0 : 1);
}

/** Starts so many products. @returns the environment of tests that use them, and what ends them */
function withProducts(count) {
  const starting = Array.from({ length: count }, () =>
    startProduct({
      environment: { ...environment, ...QUICK_PASSWORDS, APP_ENV: "test" },
      onStarter: (starter) => starters.add(starter),
    }),
  );
  const ready = Promise.all(starting).then((products) => ({
    environment: { ...environment, PARLANDO_TEST_PRODUCTS: JSON.stringify(products.map(({ info }) => info)) },
    end: () => endProducts(products.map(({ starter }) => starter)),
  }));
  // Whoever waits for them, later, is told of a failure.
  ready.catch(() => {});
  return ready;
}

async function endProducts(ended) {
  for (const starter of ended) starters.delete(starter);
  await Promise.all(ended.map((starter) => starter.stop()));
}

async function runInTurn(projects) {
  for (const project of projects) await runVitest([project], environment, runInWorkerd);
}

/** Several projects share the cores. */
async function runVitest(projects, env, runTool = run) {
  const name = projects.join(" and ");
  const report = path.join(reports, `${name}.json`);
  const code = await runTool(
    "vitest/vitest.mjs",
    [
      "run",
      ...projects.flatMap((project) => ["--project", project]),
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    env,
  );
  count(name, code, report, (json) => ({
    passed: json.numPassedTests,
    failures: json.testResults.flatMap(({ name, status, message, assertionResults }) => {
      const file = path.relative(root, name);
      if (status === "failed" && assertionResults.length === 0) return [failure(file, "", message)];
      return assertionResults
        .filter((test) => test.status === "failed")
        .map((test) => failure(file, test.fullName, test.failureMessages.join("\n")));
    }),
  }));
}

async function runPlaywright(name, options, env) {
  const report = path.join(reports, `${name}.json`);
  const code = await run(
    "@playwright/test/cli.js",
    ["test", "--config", "tests/e2e/playwright.config.ts", "--reporter=list,json", ...options],
    { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report },
  );
  count(name, code, report, (json) => ({
    passed: json.stats.expected + json.stats.flaky,
    failures: json.suites.flatMap(failedSpecs),
  }));
}

/** The failed tests of a suite of Playwright's report, and of the suites within. */
function failedSpecs({ specs = [], suites = [] }) {
  return [
    ...specs
      .filter((spec) => !spec.ok)
      .map((spec) =>
        failure(`tests/e2e/${spec.file}`, spec.title, spec.tests[0]?.results.at(-1)?.error?.message ?? ""),
      ),
    ...suites.flatMap(failedSpecs),
  ];
}

function failure(file, name, message) {
  const lines = stripVTControlCharacters(message).split("\n").slice(0, FAILURE_LINES);
  return [`${file} › ${name}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

/**
 * Runs a test tool whose tests run in workerd, and once more when that hangs, which it can: several workers share one thread
 * there, and V8 has one more for all of their memories. That one waits for the first to collect one worker's memory, while the
 * first waits for it to finish with another's. An installation has a process for each worker, and a watch over them.
 */
async function runInWorkerd(script, args, env) {
  let hangs = false;
  const code = await run(script, args, env, (child) => {
    const timer = setTimeout(() => {
      hangs = true;
      console.error(`workerd was silent for ${SILENCE_MS / 1000} s, and is started once more.`);
      endGroup(child);
    }, SILENCE_MS);
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ]) {
      from.on("data", (data) => {
        timer.refresh();
        to.write(data);
      });
    }
    // Not at its exit, after which there may be more to read.
    child.once("close", () => clearTimeout(timer));
  });
  return hangs ? run(script, args, env) : code;
}

/**
 * Runs a test tool in a group of its own, of which nothing is left afterwards: no worker, no browser. What it says is said at once,
 * or goes to who listens.
 */
async function run(script, args, env, listen) {
  if (interrupted) return 1;
  const output = listen ? "pipe" : "inherit";
  const child = startScript(script, args, { cwd: root, stdio: ["ignore", output, output], env, group: true });
  listen?.(child);
  running.add(child);
  const timer = setTimeout(() => {
    console.error(`${path.basename(script)} ran for ${RUN_TIMEOUT_MS / 60_000} minutes and was ended.`);
    endGroup(child);
  }, RUN_TIMEOUT_MS);
  const code = await exitOf(child);
  clearTimeout(timer);
  endGroup(child);
  running.delete(child);
  return code;
}

/** A run that ended badly without naming a failed test counts as one failure. */
function count(name, code, report, read) {
  if (interrupted) return;
  let counts = { passed: 0, failures: [] };
  if (fs.existsSync(report)) counts = read(JSON.parse(fs.readFileSync(report, "utf8")));
  if (code !== 0 && counts.failures.length === 0) counts.failures.push(`${name} ended with code ${code}.`);
  passed += counts.passed;
  failed += counts.failures.length;
  failures.push(...counts.failures);
  console.log(`${name}: ${counts.passed} passed, ${counts.failures.length} failed`);
}

/** Asks what runs to end, then makes it. Nothing is started any more. */
async function interrupt() {
  if (interrupted) return;
  interrupted = true;
  const children = [...running].filter(({ exitCode }) => exitCode === null);
  for (const child of children) endGroup(child, "SIGTERM");
  const ended = Promise.all(children.map(exitOf));
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, END_TIMEOUT_MS))]);
  for (const child of children) endGroup(child);
  await cleanUp();
  process.exit(130);
}

async function cleanUp() {
  await endProducts([...starters]);
  if (reports) fs.rmSync(reports, { recursive: true, force: true });
}
