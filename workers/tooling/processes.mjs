/**
 * Other processes of this machine, told apart for sure: a process id is given again to somebody else, but never with the
 * same time of birth. Reads /proc where there is one, and asks `ps` elsewhere.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";

/** In the environment of everything a starter starts: the state folder it serves. So no orphan goes unnoticed. */
export const SERVES = "PARLANDO_SERVES";

const hasProc = fs.existsSync("/proc/self/stat");

/** What tells the process that has this id now from all that had it before; null when none runs. */
export function birthOf(pid) {
  if (!Number.isInteger(pid) || pid <= 0) return null;
  if (!hasProc) return ps("-o", "lstart=", "-p", String(pid))[0] ?? null;
  const stat = readProc(pid, "stat");
  // The second field is the program's name in brackets, and may hold anything.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  // One that ended and was not yet collected has a state of Z.
  return fields.length < 20 || fields[0] === "Z" ? null : (fields[19] ?? null);
}

/** Whether the process that was born then still runs. */
export const isRunning = ({ pid, born }) => born !== null && birthOf(pid) === born;

/** Ids of this process's own workerd processes. */
export function ownWorkerds() {
  if (!hasProc)
    return ps("-A", "-o", "ppid=,pid=,comm=")
      .map((line) => line.trim().split(/\s+/))
      .filter(([parent, , command]) => Number(parent) === process.pid && command?.includes("workerd"))
      .map(([, pid]) => Number(pid));
  return allProcesses().filter((pid) => parentOf(pid) === process.pid && isWorkerd(pid));
}

/** Ids of workerd processes that serve this state folder, whoever started them. Empty where that cannot be seen. */
export function workerdsServing(state) {
  if (!hasProc) return [];
  return allProcesses().filter(
    (pid) => isWorkerd(pid) && readProc(pid, "environ").split("\0").includes(`${SERVES}=${state}`),
  );
}

export const isWorkerd = (pid) =>
  hasProc
    ? readProc(pid, "cmdline").split("\0")[0].endsWith("workerd")
    : (ps("-o", "comm=", "-p", String(pid))[0]?.includes("workerd") ?? false);

/** Who started us, by id: our parent, or npm where our parent is but the shell that npm puts between. Another one once it has died. */
export function launcher() {
  const isShell = hasProc && readProc(process.ppid, "cmdline").startsWith("sh\0-c\0");
  return isShell ? parentOf(process.ppid) : process.ppid;
}

/** Ends processes at once, and answers when they are gone. */
export async function endProcesses(pids, { withinMs = 5000 } = {}) {
  const ending = pids.map((pid) => ({ pid, born: birthOf(pid) })).filter(({ born }) => born !== null);
  for (const { pid } of ending) sendSignal(pid, "SIGKILL");
  for (const started = Date.now(); ending.some(isRunning) && Date.now() - started < withinMs; )
    await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Like `process.kill`, where the process may just have ended. A negative id means its whole group. */
export function sendSignal(pid, signal) {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (error.code === "ESRCH") return false;
    throw error;
  }
}

const allProcesses = () =>
  fs
    .readdirSync("/proc")
    .map(Number)
    .filter((pid) => pid > 0);

function parentOf(pid) {
  const stat = readProc(pid, "stat");
  return Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
}

/** Empty when the process ended meanwhile, or belongs to somebody else. */
function readProc(pid, file) {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function ps(...args) {
  return spawnSync("ps", args, { encoding: "utf8" })
    .stdout.split("\n")
    .map((line) => line.trim())
    .filter(Boolean);
}
