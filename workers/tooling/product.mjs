/**
 * Starts the product as `npm start` does, with a state folder of its own, for those who use it from outside: tests and benches.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { endingWithUs, exitOf } from "./children.mjs";
import { root } from "./install.mjs";
import { endProcesses, workerdsServing } from "./processes.mjs";

/** For installations of tests, which make hundreds of accounts. Refused in production. */
export const QUICK_PASSWORDS = { PASSWORD_COST: "10" };

const START_TIMEOUT_MS = 240_000;
const STOP_TIMEOUT_MS = 20_000;

/** Runs the starter; see product.d.mts. */
export async function runStarter({ environment = {}, state, port } = {}) {
  const folder = state ?? fs.mkdtempSync(path.join(os.tmpdir(), "parlando-test-"));
  const chosenPort = port ?? (await freePort());
  const child = spawn(process.execPath, [path.join(root, "workers/tooling/start.mjs")], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...process.env,
      APP_ENV: "test",
      STAFF_EMAIL_DOMAINS: "staff.example",
      PARLANDO_END_WITH_PARENT: "1",
      ...environment,
      PORT: String(chosenPort),
      PARLANDO_STATE: folder,
    },
  });
  endingWithUs(child);
  let output = "";
  let tellReady = () => {};
  const saysReady = new Promise((resolve) => {
    tellReady = resolve;
  });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (data) => {
      output += data;
      if (process.env.PARLANDO_VERBOSE) process.stderr.write(data);
      if (output.includes("Ctrl-C stops it")) tellReady(true);
    });
  const ended = exitOf(child);

  return {
    pid: child.pid ?? 0,
    port: chosenPort,
    // Node's fetch does not resolve *.localhost, and `localhost` may mean IPv6 first.
    url: `http://127.0.0.1:${chosenPort}`,
    state: folder,
    output: () => output,
    ended,
    workerds: () => (fs.existsSync(folder) ? workerdsServing(fs.realpathSync(folder)) : []),
    async ready() {
      let timer;
      const timeout = new Promise((resolve) => {
        timer = setTimeout(resolve, START_TIMEOUT_MS, "timeout");
      });
      const first = await Promise.race([saysReady, ended, timeout]);
      clearTimeout(timer);
      if (first === true) return;
      await this.kill();
      const what = first === "timeout" ? "did not start in time" : `ended with ${first}`;
      throw new Error(`the product ${what}:\n${output}`);
    },
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      const timer = setTimeout(() => this.kill(), STOP_TIMEOUT_MS);
      const code = await ended;
      clearTimeout(timer);
      if (state === undefined) fs.rmSync(folder, { recursive: true, force: true });
      return code;
    },
    async kill({ orphans = true } = {}) {
      child.kill("SIGKILL");
      await ended;
      if (!orphans) return;
      await endProcesses(this.workerds());
      if (state === undefined) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts an installation and waits until it serves; see product.d.mts. */
export async function startProduct({ environment, state, port, onStarter = () => {} } = {}) {
  let starter = await runStarter({ environment, state, port });
  onStarter(starter);
  try {
    await starter.ready();
  } catch (error) {
    // A port that was free a moment ago may be somebody else's now; without a wish for one, another will do.
    if (port !== undefined || !/Port \d+ is in use/.test(error.message)) throw error;
    starter = await runStarter({ environment, state });
    onStarter(starter);
    await starter.ready();
  }
  const demo = JSON.parse(fs.readFileSync(path.join(starter.state, "dev.json"), "utf8"));
  return { starter, info: { ...demo, url: starter.url, state: starter.state, pid: starter.pid } };
}

/** Below the range from which systems give ports to outgoing connections: those come and go, also between two starts. */
const TEST_PORTS = { from: 20_000, count: 12_000 };

/** A port nobody listens on, which outgoing connections do not take either. */
export async function freePort() {
  for (;;) {
    const port = TEST_PORTS.from + Math.floor(Math.random() * TEST_PORTS.count);
    if (await canListen(port)) return port;
  }
}

function canListen(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}
