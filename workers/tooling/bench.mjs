/**
 * `npm run bench [name …]`: starts the product on a state folder of its own and prints figures and ratios measured in this run.
 * Benches: first-byte throughput pages database sizes memory.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { ensurePackages, fail, root } from "./install.mjs";

ensurePackages();
const { build } = await import("./build.mjs");
await build().catch((error) => fail(error.message));
const BENCHES = ["sizes", "database", "first-byte", "throughput", "pages", "memory"];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) fail(`There is no bench ${unknown.join(", ")}. Choose from: ${BENCHES.join(", ")}.`);

const state = fs.mkdtempSync(path.join(os.tmpdir(), "parlando-bench-"));
const child = spawn(process.execPath, [path.join(root, "workers/tooling/start.mjs")], {
  cwd: root,
  stdio: ["ignore", "pipe", "pipe"],
  env: {
    ...process.env,
    APP_ENV: "test",
    DEMO_TIER: "enterprise",
    PORT: String(await freePort()),
    PARLANDO_STATE: state,
  },
});
let output = "";
await new Promise((resolve) => {
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (data) => {
      output += data;
      if (output.includes("Ctrl-C stops it")) resolve();
    });
  child.once("exit", () => fail(`The product did not start:\n${output}`));
});
child.removeAllListeners("exit");
const ended = new Promise((resolve) => child.once("exit", resolve));
try {
  const demo = JSON.parse(fs.readFileSync(path.join(state, "dev.json"), "utf8"));
  const product = { ...demo, url: demo.url.replace("localhost", "127.0.0.1"), state, pid: child.pid };
  console.log(`${os.cpus().length} cores, Node ${process.versions.node}\n`);
  for (const name of wanted.length > 0 ? wanted : BENCHES) {
    const bench = await import(`../../tests/bench/${name}.mjs`);
    await bench.run(product).catch((error) => console.log(`${name} failed: ${error.message}`));
  }
} finally {
  child.kill("SIGTERM");
  await ended;
  fs.rmSync(state, { recursive: true, force: true });
}

function freePort() {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
