/**
 * Sizes of what is deployed and sent, gzip, against the budgets of docs/architecture.md. Uses the built bundles;
 * `node workers/tooling/budgets.mjs` prints a table and fails when one is over.
 */
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { measureFirstScripts } from "./first-scripts.mjs";
import { root } from "./install.mjs";

const MEGABYTE = 1024 * 1024;
const WORKER_BUDGETS = { app: 3 * MEGABYTE, speech: 8 * MEGABYTE, media: 8 * MEGABYTE };

/** @returns {{ name: string, bytes: number, budget: number }[]} */
export function measureSizes() {
  return [...measureWorkers(), ...measureFirstScripts()];
}

function measureWorkers() {
  return Object.entries(WORKER_BUDGETS).map(([name, budget]) => {
    const folder = path.join(root, "build/bundle", name);
    const files = fs.readdirSync(folder).filter((file) => !/\.(map|md)$/.test(file));
    const bytes = files.reduce((sum, file) => sum + gzipSync(fs.readFileSync(path.join(folder, file))).length, 0);
    return { name: `worker ${name}`, bytes, budget };
  });
}

if (process.argv[1] === import.meta.filename) {
  const rows = measureSizes();
  for (const { name, bytes, budget } of rows) {
    console.log(
      `${bytes <= budget ? "ok    " : "FAILED"} ${name.padEnd(52)} ${(bytes / 1024).toFixed(0).padStart(6)} KB of ${(budget / 1024).toFixed(0)} KB`,
    );
  }
  process.exit(rows.every(({ bytes, budget }) => bytes <= budget) ? 0 : 1);
}
