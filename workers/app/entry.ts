import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
// @ts-expect-error: written by `remix vite:build`, so it has no types of its own
import * as build from "../../build/pages/server/index.js";
import { sharedPagesOf } from "./shared-pages";
import { createWorker } from "./worker";

export * from "./worker";

const serverBuild = build as unknown as ServerBuild;
const render = createRequestHandler(serverBuild, "production");
export default createWorker(
  (request, context) => render(request, context as AppLoadContext),
  sharedPagesOf(serverBuild.routes),
);
