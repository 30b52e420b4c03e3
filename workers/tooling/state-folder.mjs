/**
 * The folder with all that an installation keeps. It has one starter at a time: two processes on the same files would end
 * each other. A starter that was killed leaves its workerd processes serving; whoever takes the folder over ends them.
 */
import fs from "node:fs";
import path from "node:path";
import { takeFile } from "./owned-file.mjs";
import { birthOf, endProcesses, isRunning, SERVES, workerdsServing } from "./processes.mjs";

/**
 * @param {string} folder made where it is missing
 * @returns {Promise<{ folder: string, record: (pids: number[]) => void, release: () => void }>} `record` keeps the ids of
 *   what serves the folder in `<folder>/server.json`
 * @throws Error that says who has the folder, or why it cannot be used
 */
export async function takeState(folder) {
  const taken = takeFile(path.join(usable(folder), "server.json"));
  if (taken.owner)
    throw new Error(
      `${folder} is in use by another Parlando (process ${taken.owner.pid}). Stop it, or set PARLANDO_STATE to another folder.`,
    );
  const real = fs.realpathSync(folder);
  const recorded = (taken.left?.processes ?? []).filter(isRunning).map(({ pid }) => pid);
  // One that was started in the moment before the kill is in no record.
  await endProcesses([...new Set([...recorded, ...workerdsServing(real)])]);
  process.env[SERVES] = real;
  return {
    folder: real,
    record: (pids) => taken.write({ workerd: pids, processes: pids.map((pid) => ({ pid, born: birthOf(pid) })) }),
    release: taken.release,
  };
}

function usable(folder) {
  try {
    makeFolder(path.resolve(folder));
    fs.accessSync(folder, fs.constants.W_OK | fs.constants.X_OK);
    return folder;
  } catch (error) {
    const why = ["EEXIST", "ENOTDIR"].includes(error.code) ? "a file is in its place" : error.code;
    throw new Error(`The state folder ${folder} cannot be used (${why}). Set PARLANDO_STATE to one that can.`);
  }
}

/** With the folders around it. `recursive` of `mkdirSync` tries for ever where the system allows none, as in /proc. */
function makeFolder(folder) {
  if (fs.existsSync(folder)) {
    if (!fs.statSync(folder).isDirectory()) throw Object.assign(new Error("not a folder"), { code: "EEXIST" });
    return;
  }
  makeFolder(path.dirname(folder));
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    // Somebody else was faster.
    if (error.code !== "EEXIST") throw error;
  }
}
