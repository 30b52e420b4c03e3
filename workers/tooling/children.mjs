/**
 * Children that end with us: on Ctrl-C, on a signal to us alone, and when we end for any other reason but SIGKILL.
 * Tools are started as `node <script>`: `npx` would leave its own child running.
 */
import { spawn } from "node:child_process";
import path from "node:path";
import { birthOf, endProcesses, isRunning, sendSignal } from "./processes.mjs";

const SIGNALS = { SIGINT: 2, SIGTERM: 15, SIGHUP: 1 };

/** Whom to tell to end: a child's id, or minus its group's. */
const running = new Set();
process.on("exit", () => {
  // Groups are tools whose work is done anew the next time. npm, asked politely, goes on for seconds undoing its own.
  for (const target of running) sendSignal(target, target < 0 ? "SIGKILL" : "SIGTERM");
});

/** Has `end` called on a signal, and nobody else: libraries' own handlers end the process at once. */
export function takeSignals(end) {
  for (const signal of Object.keys(SIGNALS)) {
    process.removeAllListeners(signal);
    process.on(signal, () => end(signal));
  }
}

/** For programs that have nothing to do before they end. */
export const exitOnSignals = () => takeSignals((signal) => process.exit(128 + SIGNALS[signal]));

/**
 * Starts a Node script as a child.
 *
 * @param {string} script absolute, or inside node_modules
 * @param {string[]} args
 * @param {{ cwd: string, env?: NodeJS.ProcessEnv, stdio?: import("node:child_process").StdioOptions, group?: boolean }} options
 *   with `group` it leads a group of its own, so that what it leaves behind can be ended too (`endGroup`)
 */
export function startScript(script, args, { cwd, env = process.env, stdio, group = false }) {
  const file = path.isAbsolute(script) ? script : path.join(cwd, "node_modules", script);
  return endingWithUs(spawn(process.execPath, [file, ...args], { cwd, env, stdio, detached: group }), { group });
}

/** Sees to it that a child ends with us. */
export function endingWithUs(child, { group = false } = {}) {
  if (child.pid === undefined) return child;
  const target = group ? -child.pid : child.pid;
  running.add(target);
  child.once("exit", () => running.delete(target));
  return child;
}

/** Ends what is left of a child's group, the child itself included. */
export const endGroup = (child, signal = "SIGKILL") => void (child.pid && sendSignal(-child.pid, signal));

/** Facts of children that lead groups, to be noted where whoever comes after a kill of ours finds them. */
export const factsOf = (children) => ({ groups: [...children].map(({ pid }) => ({ pid, born: birthOf(pid) })) });

/** Ends the groups that a killed process noted: they would write where we do. */
export async function endGroupsOf(facts) {
  for (const leader of facts?.groups ?? []) {
    if (!isRunning(leader)) continue;
    sendSignal(-leader.pid, "SIGKILL");
    await endProcesses([leader.pid]);
  }
}

/** A child's exit code: 1 when it could not be started, 128 and more when a signal ended it. */
export function exitOf(child) {
  return new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("exit", (code, signal) => resolve(code ?? 128 + (SIGNALS[signal] ?? 9)));
  });
}
