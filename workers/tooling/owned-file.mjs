/**
 * A file that one living process owns at a time. Its owner's id and time of birth are in it, so a file that a killed process
 * left behind is told from one that is owned.
 */
import fs from "node:fs";
import path from "node:path";
import { birthOf, isRunning } from "./processes.mjs";

const POLL_MS = 100;

/**
 * Takes the file, unless a living process has it.
 *
 * @param {string} file
 * @returns {{ owner: { pid: number }, release?: undefined } | { left: Record<string, unknown> | null, write: (facts: Record<string, unknown>) => void, release: () => void }}
 *   who has it; or `left`, what a dead owner wrote, with `write` to add facts for those who come after and `release`
 */
export function takeFile(file) {
  const mine = { pid: process.pid, born: birthOf(process.pid) };
  const aside = `${file}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(aside, JSON.stringify(mine));
  let left = null;
  try {
    // Ends: each turn either takes the file, meets its owner, or clears one dead owner away.
    while (!linked(aside, file)) {
      const found = read(file);
      if (found && isRunning(found)) return { owner: { pid: found.pid } };
      // Only one of those who find it dead can move it away; it may have been taken anew just before.
      const moved = `${aside}.left`;
      if (!renamed(file, moved)) continue;
      const cleared = read(moved);
      if (cleared && isRunning(cleared)) linked(moved, file);
      else left = cleared ?? left;
      fs.rmSync(moved, { force: true });
    }
  } finally {
    fs.rmSync(aside, { force: true });
  }
  const write = (facts) => {
    fs.writeFileSync(aside, JSON.stringify({ ...mine, ...facts }));
    fs.renameSync(aside, file);
  };
  return { left, write, release: () => void (read(file)?.pid === process.pid && fs.rmSync(file, { force: true })) };
}

/**
 * Takes the file as soon as nobody has it, and gives it back when this process ends.
 * @returns {Promise<Omit<Extract<ReturnType<typeof takeFile>, { left: unknown }>, "owner">>}
 */
export async function waitForFile(file) {
  for (;;) {
    const taken = takeFile(file);
    if (!taken.owner) {
      const { left, write, release } = taken;
      process.once("exit", release);
      return {
        left,
        write,
        release() {
          process.removeListener("exit", release);
          release();
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Linking, unlike writing, makes a file that is whole from its first moment. */
function linked(from, to) {
  try {
    fs.linkSync(from, to);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    if (!["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"].includes(error.code)) throw error;
    return copied(from, to);
  }
}

/** For file systems without hard links. */
function copied(from, to) {
  try {
    fs.copyFileSync(from, to, fs.constants.COPYFILE_EXCL);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  }
}

function renamed(from, to) {
  try {
    fs.renameSync(from, to);
    return true;
  } catch (error) {
    if (error.code === "ENOENT") return false;
    throw error;
  }
}

/** Null when it is gone, or no owner's. */
function read(file) {
  try {
    const found = JSON.parse(fs.readFileSync(file, "utf8"));
    return typeof found === "object" ? found : null;
  } catch {
    return null;
  }
}
