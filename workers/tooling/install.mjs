/**
 * Makes sure that what the project needs is installed: npm packages by the lockfile, and (for tests) Debian packages.
 * Uses Node's own modules only, since it runs before anything is installed.
 */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

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

/** Installs npm packages unless what is installed is what the lockfile says. */
export function ensurePackages() {
  requireNode();
  if (isInstalled()) return;
  console.log("Installing packages (once, about a minute) …");
  const npm = process.env.npm_execpath;
  const [command, prefix] = npm?.endsWith(".js") ? [process.execPath, [npm]] : ["npm", []];
  const result = spawnSync(command, [...prefix, "ci", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, NODE_ENV: "development" },
  });
  if (result.error) fail(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0)
    fail(
      "Installing packages failed (see above). Check that the npm registry can be reached, then run the same command again.",
    );
}

/** npm writes its own lockfile last, so an interrupted install is not taken for a finished one. */
function isInstalled() {
  try {
    const wanted = JSON.parse(fs.readFileSync(path.join(root, "package-lock.json"), "utf8")).packages;
    const present = JSON.parse(fs.readFileSync(path.join(root, "node_modules/.package-lock.json"), "utf8")).packages;
    return Object.entries(wanted).every(
      ([name, entry]) => name === "" || entry.optional || entry.peer || present[name]?.version === entry.version,
    );
  } catch {
    return false;
  }
}

const DEBIAN_PACKAGES = {
  "/usr/bin/chromium": ["chromium", "fonts-noto-core", "fonts-noto-cjk"],
  "/usr/bin/ffprobe": ["ffmpeg"],
  "/usr/bin/pocketsphinx_continuous": ["pocketsphinx", "pocketsphinx-en-us"],
};

/** Installs the Debian packages the tests use: a browser, ffmpeg and a speech recogniser. */
export function ensureTestPrograms() {
  const missing = Object.entries(DEBIAN_PACKAGES).filter(([program]) => !fs.existsSync(program));
  if (missing.length === 0) return;
  const packages = missing.flatMap(([, names]) => names);
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const run = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    return (
      spawnSync(command, rest, {
        stdio: ["ignore", "ignore", "inherit"],
        env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      }).status === 0
    );
  };
  console.log(`Installing ${packages.join(", ")} for the tests (once) …`);
  const installed = run("update", "-qq") && run("install", "-y", "-qq", "--no-install-recommends", ...packages);
  if (!installed)
    fail(
      `The tests need ${packages.join(", ")}. Installing through apt failed; install these packages and run the same command again.`,
    );
}
