/**
 * Loads the API's endpoint table in Node: bundles its TypeScript in memory. Modules that only exist in workerd are left
 * empty, since describing a row runs none of its code.
 */
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

const workerdOnly = {
  name: "workerd-only",
  setup(bundle) {
    bundle.onResolve({ filter: /^cloudflare:/ }, ({ path }) => ({ path, namespace: "workerd-only" }));
    bundle.onLoad({ filter: /.*/, namespace: "workerd-only" }, () => ({
      contents:
        "export class DurableObject {} export class WorkerEntrypoint {} export class WorkflowEntrypoint {} export const env = {};",
    }));
  },
};

/** @returns {Promise<{ method: string, path: string, family: string, auth: string, summary: string }[]>} */
export async function loadEndpointTable() {
  const { outputFiles } = await build({
    entryPoints: [`${root}workers/app/api/endpoint-table.ts`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    logLevel: "error",
    alias: { "~": `${root}app` },
    loader: { ".sql": "text", ".wasm": "empty", ".bin": "empty" },
    plugins: [workerdOnly],
  });
  const code = Buffer.from(outputFiles[0].contents).toString("base64");
  const { endpoints } = await import(`data:text/javascript;base64,${code}`);
  return endpoints;
}
