import type { AppLoadContext, ServerBuild } from "@remix-run/cloudflare";
// @ts-expect-error: written by `remix vite:build`, so it has no types of its own
import * as build from "../../build/pages/server/index.js";
import { createPageHandler } from "./page-handler";
import { sharedPagesOf } from "./shared-pages";
import { createWorker } from "./worker";

export * from "./worker";

const serverBuild = build as unknown as ServerBuild;
const render = createPageHandler(serverBuild);
export default createWorker(
  (request, context) => render(request, context as AppLoadContext),
  sharedPagesOf(serverBuild.routes),
);
