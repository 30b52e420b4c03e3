import { createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
// @ts-expect-error: written by `remix vite:build`, so it has no types of its own
import * as build from "../../build/pages/server/index.js";
import { createWorker } from "./worker";

export * from "./worker";

const render = createRequestHandler(build as unknown as ServerBuild, "production");
export default createWorker((request, context) => render(request, { ...context }));
