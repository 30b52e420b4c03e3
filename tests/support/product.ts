/**
 * Starts the product as `npm start` does, on a free port with a state folder of its own, for tests that use it from outside.
 */
import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

export interface Product {
  url: string;
  email: string;
  password: string;
  apiKey: string;
  voiceId: string;
  /** Folder with the installation's state. */
  state: string;
  /** Process id of the starter; its workerd processes are listed in `<state>/server.json`. */
  pid: number;
  stop(): Promise<void>;
}

const root = fileURLToPath(new URL("../..", import.meta.url));
const START_TIMEOUT_MS = 240_000;

/** Starts a fresh installation. `environment` adds variables, e.g. `SPEECH_URL`; `state` reuses a folder. */
export async function startProduct(environment: Record<string, string> = {}, state?: string): Promise<Product> {
  const folder = state ?? (await mkdtemp(path.join(tmpdir(), "parlando-test-")));
  const port = await freePort();
  const child = spawn(process.execPath, [path.join(root, "workers/tooling/start.mjs")], {
    cwd: root,
    env: { ...process.env, APP_ENV: "test", ...environment, PORT: String(port), PARLANDO_STATE: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`the product did not start:\n${output}`)), START_TIMEOUT_MS);
    const onData = (data: Buffer) => {
      output += data;
      if (output.includes("Ctrl-C stops it")) {
        clearTimeout(timer);
        resolve();
      }
    };
    child.stdout.on("data", onData);
    child.stderr.on("data", onData);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`the product ended with ${code}:\n${output}`));
    });
  });
  if (process.env.PARLANDO_VERBOSE) {
    child.stdout.pipe(process.stdout);
    child.stderr.pipe(process.stderr);
  }
  const demo = JSON.parse(await readFile(path.join(folder, "dev.json"), "utf8")) as Omit<
    Product,
    "state" | "pid" | "stop"
  >;
  return {
    ...demo,
    // Node's fetch does not resolve *.localhost, and `localhost` may mean IPv6 first.
    url: `http://127.0.0.1:${port}`,
    state: folder,
    pid: child.pid ?? 0,
    async stop() {
      child.kill("SIGTERM");
      await ended;
      if (state === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The product of this test run: one that is shared when the runner started it, otherwise one of our own. */
export function sharedProduct(): Omit<Product, "stop"> {
  const shared = process.env.PARLANDO_TEST_PRODUCT;
  if (!shared)
    throw new Error("PARLANDO_TEST_PRODUCT is not set; run through `npm test` or the API project's global set-up");
  return JSON.parse(shared) as Omit<Product, "stop">;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === "object" ? resolve(address.port) : reject(new Error("no port")),
      );
    });
  });
}
