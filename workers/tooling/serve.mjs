/**
 * Serves the built workers through Miniflare, a workerd process each: one workerd is one thread, so a synthesis in the
 * site's own process would make every page wait. Speech has as many processes as there are cores.
 */
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { Miniflare } from "miniflare";
import { root } from "./install.mjs";

const MODULE_TYPES = {
  ".js": "ESModule",
  ".mjs": "ESModule",
  ".wasm": "CompiledWasm",
  ".bin": "Data",
  ".txt": "Text",
  ".html": "Text",
  ".sql": "Text",
};
const MAX_SPEECH_PROCESSES = 4;

/**
 * @param {object} options
 * @param {number} options.port  0 chooses a free one
 * @param {string} options.host
 * @param {string} options.state  folder of all persistent state
 * @param {Record<string, string>} options.vars  variables for all workers
 * @param {number} [options.speechProcesses]
 * @returns {Promise<{ url: string, stop: () => Promise<void>, runScheduled: () => Promise<void>, processes: () => {name: string, pid: number}[] }>}
 */
export async function serve({
  port,
  host,
  state,
  vars,
  speechProcesses = Math.min(MAX_SPEECH_PROCESSES, os.cpus().length),
}) {
  fs.mkdirSync(state, { recursive: true });
  const lock = takeState(state);
  const registry = path.join(state, "registry");
  fs.rmSync(registry, { recursive: true, force: true });
  fs.mkdirSync(registry);

  let stopping = false;
  const speechNames = Array.from({ length: Math.max(1, speechProcesses) }, (_, i) =>
    i === 0 ? "speech" : `speech-${i}`,
  );
  const processes = [...speechNames, "media", "app"].map((name) => ({
    name,
    miniflare: undefined,
    pid: 0,
    restarts: 0,
  }));

  const start = async (part) => {
    const before = new Set(workerdChildren());
    part.miniflare = new Miniflare({
      host,
      port: part.name === "app" ? port : 0,
      cf: false,
      telemetry: { enabled: false },
      logRequests: false,
      unsafeDevRegistryPath: registry,
      // A folder each: two processes that recover one write-ahead log end each other.
      defaultPersistRoot: path.join(state, part.name),
      handleRuntimeStdio(out, err) {
        for (const [stream, target] of [
          [out, process.stdout],
          [err, process.stderr],
        ]) {
          stream.on("data", (data) =>
            vars.APP_ENV === "test" && !process.env.PARLANDO_VERBOSE ? undefined : target.write(data),
          );
        }
      },
      workers: [workerOptions(part.name, vars, speechNames)],
    });
    const url = await part.miniflare.ready;
    part.pid = workerdChildren().find((pid) => !before.has(pid)) ?? 0;
    lock.write(processes.map(({ pid }) => pid).filter(Boolean));
    return url;
  };

  // One after another, so that each knows its own process id.
  let url;
  try {
    for (const part of processes) url = await start(part);
  } catch (error) {
    await Promise.allSettled(processes.map((part) => part.miniflare?.dispose()));
    lock.release();
    throw error;
  }

  const watch = setInterval(async () => {
    for (const part of processes) {
      if (stopping || part.starting || part.pid === 0 || isWorkerd(part.pid)) continue;
      part.starting = true;
      part.restarts++;
      console.error(`The ${part.name} process ended; starting it again`);
      try {
        await part.miniflare.dispose().catch(() => {});
        await start(part);
      } catch (error) {
        console.error(`The ${part.name} process could not be started again: ${error.message}`);
        part.pid = -1;
        await new Promise((resolve) => setTimeout(resolve, Math.min(30_000, 500 * 2 ** part.restarts)));
      } finally {
        part.starting = false;
      }
    }
  }, 300);

  const app = processes.at(-1);
  return {
    url: String(url).replace(/\/$/, ""),
    processes: () => processes.map(({ name, pid }) => ({ name, pid })),
    async runScheduled() {
      const worker = await app.miniflare.getWorker();
      await worker.scheduled({ cron: "*/10 * * * *" });
    },
    async stop() {
      if (stopping) return;
      stopping = true;
      clearInterval(watch);
      const pids = processes.map(({ pid }) => pid).filter((pid) => pid > 0);
      // The site first, so that nothing new comes in while the others end.
      const dispose = processes.toReversed().map((part) => part.miniflare.dispose());
      await Promise.race([Promise.allSettled(dispose), new Promise((resolve) => setTimeout(resolve, 5000))]);
      for (const pid of pids) if (isWorkerd(pid)) process.kill(pid, "SIGKILL");
      lock.release();
    },
  };
}

function workerOptions(name, vars, speechNames) {
  const kind = name.startsWith("speech") ? "speech" : name;
  const { assets, ...options } = JSON.parse(fs.readFileSync(path.join(root, "build/bundle", `${kind}.json`), "utf8"));
  const folder = path.join(root, "build/bundle", kind);
  const isApp = kind === "app";
  const serviceBindings = { ...options.serviceBindings };
  // Miniflare keeps one assets service, the site's; the others get their folder as a plain disk service.
  if (assets && !isApp)
    serviceBindings[assets.binding] = { disk: { path: path.join(root, assets.directory), writable: false } };
  if (isApp)
    for (const extra of speechNames.slice(1))
      serviceBindings[extra.toUpperCase().replace("-", "_")] = `parlando-${extra}`;
  return {
    ...options,
    name: isApp ? "parlando" : `parlando-${name}`,
    rootPath: folder,
    modulesRoot: folder,
    modules: modulesIn(folder),
    ...(assets && isApp ? { assets: { ...assets, directory: path.join(root, assets.directory) } } : {}),
    serviceBindings,
    bindings: { ...options.bindings, ...vars },
  };
}

/** A bundle's files as Miniflare modules, the entry (the only script at the top) first. */
export function modulesIn(folder) {
  return fs
    .readdirSync(folder)
    .filter((file) => MODULE_TYPES[path.extname(file)])
    .sort((a, b) => Number(b.endsWith(".js")) - Number(a.endsWith(".js")))
    .map((file) => ({ type: MODULE_TYPES[path.extname(file)], path: path.join(folder, file) }));
}

/**
 * One owner per state folder. A parent that was killed leaves its workerd processes serving the same files:
 * they are ended here, by the ids it left behind.
 */
function takeState(state) {
  const file = path.join(state, "server.json");
  if (fs.existsSync(file)) {
    let left = { pid: 0, workerd: [] };
    try {
      left = JSON.parse(fs.readFileSync(file, "utf8"));
    } catch {
      // Written half way by a process that was killed.
    }
    if (left.pid !== process.pid && commandLine(left.pid).includes("node")) {
      if (
        commandLine(left.pid).includes("tooling") ||
        commandLine(left.pid).includes("vitest") ||
        commandLine(left.pid).includes("playwright")
      )
        throw new Error(
          `${state} is in use by another Parlando (process ${left.pid}). Stop it, or set PARLANDO_STATE to another folder.`,
        );
    }
    for (const pid of left.workerd ?? []) if (isWorkerd(pid)) process.kill(pid, "SIGKILL");
  }
  const write = (workerd) => {
    fs.writeFileSync(`${file}.new`, JSON.stringify({ pid: process.pid, workerd }));
    fs.renameSync(`${file}.new`, file);
  };
  write([]);
  return { write, release: () => fs.rmSync(file, { force: true }) };
}

const isWorkerd = (pid) => pid > 0 && commandLine(pid).includes("workerd");

function commandLine(pid) {
  try {
    // A process that ended but was not yet collected has an empty command line.
    return fs.readFileSync(`/proc/${pid}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

function workerdChildren() {
  try {
    return fs
      .readFileSync(`/proc/self/task/${process.pid}/children`, "utf8")
      .trim()
      .split(" ")
      .map(Number)
      .filter((pid) => isWorkerd(pid));
  } catch {
    return [];
  }
}
