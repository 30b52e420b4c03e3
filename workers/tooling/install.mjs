/**
 * Makes sure that what the project needs is installed: npm packages by the lockfile, and (for tests) Debian packages.
 * Uses Node's own modules only, since it runs before anything is installed.
 */
import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { endGroupsOf, endingWithUs, exitOf, factsOf } from "./children.mjs";
import { waitForFile } from "./owned-file.mjs";

export const root = path.resolve(import.meta.dirname, "../..");

/** Stops with one readable sentence. */
export function fail(message) {
  console.error(`\n${message}\n`);
  process.exit(1);
}

/** Refuses Node versions that the toolchain does not run on. */
export function requireNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Parlando needs Node 20.19 or newer; this is ${process.versions.node}.`);
}

/** Installs npm packages unless what is installed is what the lockfile says. Two who start at once install once. */
export async function ensurePackages() {
  requireNode();
  if (isInstalled(root)) return;
  const { left, write, release } = await waitForFile(path.join(root, "build/install.lock"));
  try {
    await endGroupsOf(left);
    if (!isInstalled(root)) await installPackages(write);
  } finally {
    release();
  }
}

async function installPackages(note) {
  console.log("Installing packages (once, about a minute) …");
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const child = spawn(command, [...prefix, "ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "development" },
    detached: true,
  });
  endingWithUs(child, { group: true }).once("error", (error) => fail(`npm could not be started: ${error.message}`));
  if (child.pid) note(factsOf([child]));
  if ((await exitOf(child)) !== 0)
    fail(
      "Installing packages failed (see above). Check that the npm registry can be reached, then run the same command again.",
    );
}

/**
 * Whether a folder's packages are what its lockfile says. npm writes its own lockfile last, so an interrupted install is not
 * taken for a finished one; and each package has its folder, so one that was deleted is missed.
 */
export function isInstalled(folder) {
  try {
    const wanted = JSON.parse(fs.readFileSync(path.join(folder, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(fs.readFileSync(path.join(folder, "node_modules/.package-lock.json"), "utf8")).packages;
    const isThere = (name) => fs.existsSync(path.join(folder, name, "package.json"));
    return Object.entries(wanted).every(
      ([name, entry]) =>
        name === "" ||
        (present[name] ? present[name].version === entry.version && isThere(name) : entry.optional || entry.peer),
    );
  } catch {
    return false;
  }
}

/** Chromium without its windows takes three fifths of the processor time of the whole, which does where it is there already. */
const BROWSERS = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"];
/** Any of the programs will do. */
const DEBIAN_PACKAGES = [
  { programs: BROWSERS, packages: ["chromium-headless-shell", "fonts-noto-core", "fonts-noto-cjk"] },
  { programs: ["/usr/bin/ffprobe"], packages: ["ffmpeg"] },
  { programs: ["/usr/bin/pocketsphinx_continuous"], packages: ["pocketsphinx", "pocketsphinx-en-us"] },
];

/** The browser for the tests: the one that `CHROMIUM` names, or Debian's. */
export function findBrowser() {
  return process.env.CHROMIUM ?? BROWSERS.find((program) => fs.existsSync(program)) ?? BROWSERS[0];
}

/** Installs the Debian packages the tests use: a browser, ffmpeg and a speech recogniser. */
export async function ensureTestPrograms() {
  const isThere = (program) => fs.existsSync(program);
  const packages = DEBIAN_PACKAGES.filter(({ programs }) => !programs.some(isThere)).flatMap((each) => each.packages);
  if (packages.length === 0) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const run = async (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    const child = spawn(command, rest, {
      stdio: ["ignore", "ignore", "inherit"],
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
    });
    return (await exitOf(endingWithUs(child))) === 0;
  };
  console.log(`Installing ${packages.join(", ")} for the tests (once) …`);
  const installed =
    (await run("update", "-qq")) && (await run("install", "-y", "-qq", "--no-install-recommends", ...packages));
  if (!installed)
    fail(
      `The tests need ${packages.join(", ")}. Installing through apt failed; install these packages and run the same command again.`,
    );
}
