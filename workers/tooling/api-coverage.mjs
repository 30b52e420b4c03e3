/**
 * How much of the wire contract the API has: prints it per family and writes docs/api-coverage.md.
 *
 * The list of operations (method, path, family: facts only) is tests/support/contract-operations.json. Where the whole
 * contract lies beside the checkout, the list is made from it anew.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { loadEndpointTable } from "./load-endpoint-table.mjs";

const root = new URL("../../", import.meta.url);
const contractFile = fileURLToPath(new URL("../shared/contract/contract.json", root));
const listFile = fileURLToPath(new URL("tests/support/contract-operations.json", root));
const reportFile = fileURLToPath(new URL("docs/api-coverage.md", root));

if (existsSync(contractFile)) writeFileSync(listFile, listOf(JSON.parse(readFileSync(contractFile, "utf8"))));
const operations = JSON.parse(readFileSync(listFile, "utf8"));
const table = await loadEndpointTable();

const keyOf = ({ method, path }) => `${method.toUpperCase()} ${path.replace(/\{\w+\}|:\w+/g, "{}")}`;
const served = new Set(table.map(keyOf));
const known = new Set(operations.map(keyOf));
const own = table.filter((row) => !known.has(keyOf(row)));

const families = new Map();
for (const operation of operations) {
  const family = families.get(operation.family) ?? { have: [], missing: [] };
  families.set(operation.family, family);
  (served.has(keyOf(operation)) ? family.have : family.missing).push(operation);
}
const rows = [...families].sort(([a], [b]) => a.localeCompare(b));
const total = { have: 0, all: operations.length };
for (const [, { have }] of rows) total.have += have.length;

const percent = (have, all) => `${Math.round((100 * have) / all)} %`;
for (const [family, { have, missing }] of rows) {
  const all = have.length + missing.length;
  console.log(
    `${family.padEnd(34)} ${String(have.length).padStart(3)} of ${String(all).padStart(3)}  ${percent(have.length, all)}`,
  );
}
console.log(`${"all".padEnd(34)} ${String(total.have).padStart(3)} of ${total.all}  ${percent(total.have, total.all)}`);
console.log(`beyond the contract: ${own.length}`);
writeFileSync(reportFile, report());

function report() {
  const line = (operation) => `- \`${operation.method.toUpperCase()} ${operation.path.replace(/:(\w+)/g, "{$1}")}\``;
  return `# API coverage

Written by \`npm run api:coverage\` from the endpoint table and the list of operations that the official clients and the
specification know. ${total.have} of ${total.all} are there (${percent(total.have, total.all)}), and ${own.length} of our own.

| family | there | of |
|---|---:|---:|
${rows.map(([family, { have, missing }]) => `| ${family} | ${have.length} | ${have.length + missing.length} |`).join("\n")}

## What is there

${rows
  .filter(([, { have }]) => have.length > 0)
  .map(([family, { have, missing }]) => {
    const rest = missing.length > 0 ? `\nNot yet:\n\n${missing.map(line).join("\n")}\n` : "";
    return `### ${family}\n\n${have.map(line).join("\n")}\n${rest}`;
  })
  .join("\n")}
## Of our own

${own.map(line).join("\n")}
`;
}

/** Facts only: one operation a line. */
function listOf(contract) {
  const specified = contract.seedOnlyEndpoints
    // A few paths of the specification are descriptions.
    .filter(({ path }) => path.startsWith("/"))
    .map(({ area, method, path }) => ({ family: `${area} (specification)`, method, path: path.split("?")[0] }));
  const all = [...contract.endpoints.map(({ family, method, path }) => ({ family, method, path })), ...specified];
  const unique = [...new Map(all.map((operation) => [`${operation.method} ${operation.path}`, operation])).values()];
  return `[\n${unique.map((operation) => `  ${JSON.stringify(operation)}`).join(",\n")}\n]\n`;
}
