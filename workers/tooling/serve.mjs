/**
 * Serves the built workers through Miniflare, a workerd process each: one workerd is one thread, so a synthesis in the
 * site's own process would make every page wait. Speech has a process for each core, up to eight.
 */
import fs from "node:fs";
import { createRequire } from "node:module";
import os from "node:os";
import path from "node:path";
import { endedClients } from "./ended-clients.mjs";
import { watchLiveness } from "./liveness.mjs";
import { birthOf, endProcesses, isRunning, ownWorkerds } from "./processes.mjs";
import { Restarts } from "./restarts.mjs";
import { copyPages, SITE_WORKER, workerOptions } from "./worker-options.mjs";

/** As `import` would have it, which reads all of a CommonJS module twice for its names before it runs: a quarter of a second. */
const { CoreHeaders, Miniflare } = createRequire(import.meta.url)("miniflare");

/** Of −20 … 19; at 10 a page's slowest twentieth takes 1.8 times as long while eight streams run, at 0 three times. */
const SPEECH_NICENESS = 15;
const WATCH_EVERY_MS = 250;
const SWEEP_EVERY_MS = 10 * 60_000;
const DISPOSE_WITHIN_MS = 5000;

/**
 * Sockets that Miniflare opens straight to a worker take what is known of a client from this header. Nothing is in front of
 * ours that would set it, so the address of every client would be unknown, or what the client wants it to be. Without a name
 * for the header workerd itself tells the address.
 */
delete CoreHeaders.CF_BLOB;

/**
 * @param {object} options
 * @param {number} options.port  0 chooses a free one
 * @param {string} options.host
 * @param {{ folder: string, record: (pids: number[]) => void }} options.state  folder of all persistent state, taken
 * @param {Record<string, string>} options.vars  variables for all workers
 * @param {() => void} options.onCreated  called whenever Miniflare may have put its own signal handlers in place
 * @param {string[]} options.speechNames  a speech process each
 * @returns {Promise<{ url: string, sweep: () => Promise<void>, stop: () => Promise<void> }>}
 */
export async function serve({ port, host, state, vars, speechNames, onCreated }) {
  const pages = path.join(state.folder, "pages");
  copyPages(pages, { production: vars.APP_ENV === "production" });
  const firstInspectorPort = Number(process.env.PARLANDO_INSPECTOR_PORT ?? 0);
  const silent = vars.APP_ENV === "test" && !process.env.PARLANDO_VERBOSE;

  /** The site comes last: it calls the others. */
  const parts = [...speechNames, "media", "app"].map((name) => ({
    name,
    host: name === "app" ? host : "127.0.0.1",
    /** Kept when it starts again. */
    port: name === "app" ? port : 0,
    miniflare: undefined,
    /** Of its workerd; unknown while it starts. */
    process: undefined,
    starting: false,
    restarts: new Restarts(),
  }));
  const app = parts.at(-1);
  let stopping = false;

  const record = () => state.record(parts.flatMap(({ process }) => (process ? [process.pid] : [])));

  function optionsOf(part) {
    const addresses = new Map(
      parts.filter((other) => other !== app).map(({ name, port }) => [name, `127.0.0.1:${port}`]),
    );
    // What an earlier process of the site held open died with it; see `SERVING_SINCE_MS` in workers/app/env.ts.
    const options = workerOptions(part.name, { ...vars, SERVING_SINCE_MS: String(Date.now()) }, addresses, pages);
    if (part === app) options.serviceBindings.ENDED_CLIENTS = endedClients(() => app.port);
    // Straight to the worker: Miniflare's own front door costs each request a millisecond.
    return { ...options, unsafeDirectSockets: [{ host: part.host, port: part.port }] };
  }

  async function start(part) {
    if (stopping) return;
    const before = new Set(ownWorkerds());
    part.process = undefined;
    part.miniflare = new Miniflare({
      host: "127.0.0.1",
      port: 0,
      // For profilers and heap snapshots: a port for each process, in the order of their start.
      inspectorPort: firstInspectorPort > 0 ? firstInspectorPort + parts.indexOf(part) : undefined,
      cf: false,
      telemetry: { enabled: false },
      unsafeTriggerHandlers: part === app,
      logRequests: false,
      // A folder each: two processes that recover one write-ahead log end each other.
      defaultPersistRoot: path.join(state.folder, part.name),
      handleRuntimeStdio(out, err) {
        out.on("data", (data) => silent || process.stdout.write(data));
        err.on("data", (data) => silent || process.stderr.write(data));
      },
      workers: [optionsOf(part)],
    });
    onCreated();
    await part.miniflare.ready;
    const pid = ownWorkerds().find((each) => !before.has(each));
    if (pid !== undefined) part.process = { pid, born: birthOf(pid) };
    if (pid !== undefined && speechNames.includes(part.name)) standBack(pid);
    record();
    const url = await part.miniflare.unsafeGetDirectURL();
    part.port = Number(url.port);
    return url;
  }

  /** The regular clean-up, which also gives back what a killed process held. */
  async function sweep() {
    try {
      // At Miniflare's own door, since its proxies of workers start a thread that is waited for. What answers there of itself
      // are the site's files, which have no such handler.
      const query = new URLSearchParams({ cron: "*/10 * * * *" });
      const answer = await app.miniflare.dispatchFetch(`http://localhost/cdn-cgi/handler/scheduled?${query}`, {
        headers: { [CoreHeaders.ROUTE_OVERRIDE]: SITE_WORKER },
      });
      const outcome = await answer.text();
      if (!answer.ok) throw new Error(outcome);
    } catch (error) {
      if (!stopping) console.error(`The clean-up failed: ${error.message}`);
    }
  }

  // One after another, so that each knows its own process id.
  let queue = Promise.resolve();
  const inTurn = (work) => {
    queue = queue.then(work, work);
    return queue;
  };

  async function restart(part) {
    part.starting = true;
    const pauseMs = part.restarts.next(Date.now());
    console.error(`The ${part.name} process ended; starting it again${pauseMs > 0 ? ` in ${pauseMs / 1000} s` : ""}`);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    try {
      await inTurn(async () => {
        await within(DISPOSE_WITHIN_MS, part.miniflare.dispose());
        await start(part);
        if (part === app) await sweep();
      });
    } catch (error) {
      if (!stopping) console.error(`The ${part.name} process could not be started again: ${error.message}`);
      // Seen as ended by the next look, and tried again after a longer pause.
      part.process = { pid: 0, born: "" };
    } finally {
      part.starting = false;
    }
  }

  let watching;
  let sweeping;
  let endLiveness;
  async function stop() {
    if (stopping) return;
    stopping = true;
    endLiveness?.();
    clearInterval(watching);
    clearInterval(sweeping);
    // The site first, so that nothing new comes in while the others end.
    const disposing = parts.toReversed().map((part) => part.miniflare?.dispose());
    await within(DISPOSE_WITHIN_MS, Promise.allSettled(disposing));
    await endProcesses(ownWorkerds());
  }

  let url;
  try {
    for (const part of parts) url = await start(part);
  } catch (error) {
    await stop();
    throw error;
  }
  watching = setInterval(() => {
    for (const part of parts)
      if (!stopping && !part.starting && part.process && !isRunning(part.process)) void restart(part);
  }, WATCH_EVERY_MS);
  endLiveness = watchLiveness({
    address: () =>
      app.process && !app.starting ? `http://127.0.0.1:${app.port}/healthz?process=${app.process.pid}` : undefined,
    onHang() {
      console.error(`The ${app.name} process does not answer any more; ending it`);
      // Seen by the watch, which starts another.
      void endProcesses([app.process.pid]);
    },
  });
  sweeping = setInterval(sweep, SWEEP_EVERY_MS);
  return { url: String(url).replace(/\/$/, ""), sweep, stop };
}

/**
 * Lets pages and calls of the site go first on a core that synthesis would keep busy. Linux sets the priority of one thread: those
 * that compile and collect garbage beside it, a tenth of its work, have numbers of their own.
 */
function standBack(pid) {
  for (const thread of threadsOf(pid)) {
    try {
      os.setPriority(thread, SPEECH_NICENESS);
    } catch {
      // It has just ended, or the system knows no priorities.
    }
  }
}

/** @returns {number[]} the threads of a process on Linux; elsewhere the process alone, as its priority is that of all of them */
function threadsOf(pid) {
  try {
    return fs.readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    return [pid];
  }
}

/** Waits for work, but no longer than this; what it throws is nobody's business any more. */
async function within(ms, work) {
  let timer;
  const timeout = new Promise((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  await Promise.race([work.catch(() => {}), timeout]);
  clearTimeout(timer);
}
