import { type AppLoadContext, createRequestHandler, type ServerBuild } from "@remix-run/cloudflare";
import { createWorker } from "./worker";

export * from "./worker";

// The server build is a virtual module of Remix's Vite plugin, so that edits show without a restart.
// @ts-expect-error: virtual module
const loadBuild = (): Promise<ServerBuild> => import("virtual:remix/server-build");
const render = createRequestHandler(loadBuild, "development");
export default createWorker((request, context) => render(request, context as AppLoadContext));
