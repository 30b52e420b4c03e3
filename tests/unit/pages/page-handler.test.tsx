import { createRequestHandler, type EntryContext, type ServerBuild } from "@remix-run/cloudflare";
import { Outlet, RemixServer, Scripts, useLoaderData, useParams } from "@remix-run/react";
import { renderToString } from "react-dom/server";
import { afterEach, expect, it, vi } from "vitest";
import { createPageHandler } from "../../../workers/app/page-handler";

/** What the routes of a path say of themselves. */
const route = (name: string, more: object = {}) => ({
  default: () => (
    <div id={name}>
      {JSON.stringify([useLoaderData(), useParams()])}
      <Outlet />
    </div>
  ),
  loader: ({ params }: { params: object }) => ({ from: name, params }),
  action: () => ({ done: name }),
  ...more,
});

const ROUTES: [id: string, parentId: string | undefined, path: string | undefined, module: object, index?: true][] = [
  [
    "root",
    undefined,
    "",
    {
      default: () => (
        <html lang="en">
          <body>
            <Outlet />
            <Scripts />
          </body>
        </html>
      ),
      ErrorBoundary: () => <p>It failed</p>,
    },
  ],
  ["start", "root", undefined, route("start"), true],
  ["prices", "root", "prices", route("prices")],
  ["share", "root", "app/share/:shareId", route("share")],
  ["older", "root", "app/older", { loader: () => Response.redirect("http://x/app/home") }],
  ["layout", "root", undefined, route("layout")],
  ["screens", "layout", "app", route("screens")],
  ["screens-index", "screens", undefined, route("screens-index"), true],
  ["home", "screens", "home", route("home")],
  ["history", "screens", "speech/history", route("history")],
  ["fails", "screens", "fails", route("fails", { loader: () => Promise.reject(new Error("broken")) })],
  ["no-screen", "screens", "*", route("no-screen")],
  ["optional", "root", "docs/:language?", route("optional")],
  ["no-page", "root", "*", route("no-page")],
];

function buildOf(routes: typeof ROUTES): ServerBuild {
  const build = {
    mode: "production",
    future: {
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
    },
    isSpaMode: false,
    basename: "/",
    publicPath: "/",
    assetsBuildDirectory: "",
    entry: {
      module: {
        default: (request: Request, status: number, headers: Headers, context: EntryContext) =>
          new Response(renderToString(<RemixServer context={context} url={request.url} />), { status, headers }),
        handleError: () => undefined,
      },
    },
    routes: Object.fromEntries(
      routes.map(([id, parentId, path, module, index]) => [id, { id, parentId, path, module, index }]),
    ),
    assets: {
      version: "1",
      url: "/manifest.js",
      entry: { module: "/entry.js", imports: [] },
      routes: Object.fromEntries(
        routes.map(([id, parentId, path, , index]) => [
          id,
          { id, parentId, path, index, module: `/${id}.js`, hasLoader: true, hasAction: true },
        ]),
      ),
    },
  };
  return build as unknown as ServerBuild;
}

async function answerOf(handler: ReturnType<typeof createRequestHandler>, path: string, init: RequestInit = {}) {
  const response = await handler(new Request(`http://x${path}`, init));
  return { status: response.status, headers: [...response.headers], body: await response.text() };
}

const PATHS = [
  "/",
  "/prices",
  "/prices/",
  "/PRICES",
  "//prices",
  "/prices?language=de",
  "/app",
  "/app/",
  "/app/home",
  "/app/home///",
  "/app/speech/history",
  "/app/speech",
  "/app/older",
  "/app/fails",
  "/app/unknown",
  "/app/share/abc",
  "/docs",
  "/docs/de",
  "/unknown/page",
  "/_root.data",
  "/app/home.data",
  "/app/home.data?_routes=home",
  "/app/fails.data",
  "/app/unknown.data",
  "/__manifest?version=1&p=%2Fapp%2Fhome&p=%2Fprices",
  "/constructor",
];

afterEach(() => vi.restoreAllMocks());

it.each(PATHS)("answers %s as a handler of all routes does, the first time and later", async (path) => {
  vi.spyOn(console, "warn").mockReturnValue();
  const whole = createRequestHandler(buildOf(ROUTES), "production");
  const handler = createPageHandler(buildOf(ROUTES));
  for (const init of [{}, {}, { method: "HEAD" }, { method: "POST", body: new URLSearchParams({ a: "b" }) }])
    expect(await answerOf(handler, path, init)).toEqual(await answerOf(whole, path, init));
});

it.each(["GET", "HEAD", "POST"])(
  "answers a %s with Remix's older parameter for data as one without, and nothing failed",
  async (method) => {
    const build = buildOf(ROUTES);
    const failed = vi.spyOn(build.entry.module, "handleError" as never);
    const handler = createPageHandler(build);
    const init = { method, body: method === "POST" ? new URLSearchParams({ a: "b" }) : null };
    const expected = await answerOf(handler, "/app/home?language=de", init);
    expect(await answerOf(handler, "/app/home?_data=home&language=de", init)).toEqual(expected);
    expect(failed).not.toHaveBeenCalled();
  },
);

it("asks the routes of a fixed path alone where they lie", async () => {
  const looked: string[] = [];
  const build = buildOf(ROUTES);
  const handler = createPageHandler(build);
  for (const built of Object.values(build.routes)) {
    if (!built) continue;
    const { path } = built;
    const get = () => {
      looked.push(built.id);
      return path;
    };
    Object.defineProperty(built, "path", { get });
  }
  await answerOf(handler, "/app/home");
  expect(looked).toContain("home");
  expect(looked).not.toContain("prices");
  expect(looked).not.toContain("share");
});
