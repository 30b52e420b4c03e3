/**
 * `npm run bench [name …]`: starts the product on a state folder of its own and prints figures and ratios measured in this run.
 * Benches: sizes database first-byte throughput pages signed-in share-page pictures video memory.
 */
import os from "node:os";
import { takeSignals } from "./children.mjs";
import { ensurePackages, fail } from "./install.mjs";
import { startProduct } from "./product.mjs";

const BENCHES = [
  "sizes",
  "database",
  "first-byte",
  "throughput",
  "pages",
  "signed-in",
  "share-page",
  "pictures",
  "video",
  "memory",
];
const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !BENCHES.includes(name));
if (unknown.length > 0) fail(`There is no bench ${unknown.join(", ")}. Choose from: ${BENCHES.join(", ")}.`);

let starter;
let product;
const keepStarter = (started) => {
  starter = started;
};
takeSignals(async () => {
  await starter?.stop();
  process.exit(130);
});
await ensurePackages();
const { build } = await import("./build.mjs");
try {
  await build();
  const environment = { DEMO_TIER: "enterprise", FEATURES: "text_to_speech_video" };
  product = await startProduct({ environment, onStarter: keepStarter });
} catch (error) {
  fail(error.message);
}
try {
  console.log(`${os.cpus().length} cores, Node ${process.versions.node}\n`);
  for (const name of wanted.length > 0 ? wanted : BENCHES) {
    const bench = await import(`../../tests/bench/${name}.mjs`);
    await bench.run(product.info).catch((error) => console.log(`${name} failed: ${error.message}`));
  }
} finally {
  await product.starter.stop();
}
