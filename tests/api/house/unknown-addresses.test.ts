import { matchRoutes } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { routePaths } from "../../support/route-paths";
import { Visitor } from "../../support/visitor";

const { url, email, password } = sharedProduct();

/** Addresses below those of all routes, as far as they are no address themselves; below public pages in two depths. */
const BELOW = (() => {
  const taken = new Set(routePaths("nope"));
  const paths = routePaths("x").map((path) => path.replace(/\/$/, ""));
  const deep = paths.filter((path) => !path.startsWith("/app")).map((path) => `${path}/nope/nope`);
  return [...paths.map((path) => `${path}/nope`), ...deep].filter((path) => !taken.has(path));
})();

type Routes = Parameters<typeof matchRoutes>[0];

interface KnownRoute {
  id: string;
  parentId?: string;
  path?: string;
  index?: boolean;
}

/** The routes a page's scripts know of when they begin, as the tree by which they look for what is at its address. */
function routesKnownTo(html: string): Routes {
  const manifest = /window\.__remixManifest = (\{.*?\n\});/s.exec(html)?.[1];
  const routes = Object.values((JSON.parse(manifest ?? "") as { routes: Record<string, KnownRoute> }).routes);
  const below = (parent: string | undefined): Routes =>
    routes
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) => (index ? { id, path, index } : { id, path, children: below(id) }));
  return below(undefined);
}

/** The routes of which a page's server has rendered something, outermost first. */
function routesRendered(html: string): string[] {
  const modules = /window\.__remixRouteModules = \{(.*?)\};/.exec(html)?.[1] ?? "";
  return [...modules.matchAll(/"([^"]+)":/g)].map(([, id]) => id!);
}

describe("an address below one that is something, where there is nothing", () => {
  it("is looked for below pages of all kinds", () => {
    expect(BELOW).toEqual(expect.arrayContaining(["/nope", "/privacy/nope/nope", "/docs/api/nope", "/app/usage/nope"]));
  });

  // Where the scripts would find something else than the server did, they throw away what was rendered and draw it anew.
  it("is not found, says so, and its page's scripts find what was rendered", async () => {
    const member = new Visitor(url);
    await member.submit("/app/sign-in", { email, password });
    const wrong: Record<string, unknown> = {};
    for (const address of BELOW) {
      const { status, html } = await member.get(address);
      const rendered = routesRendered(html);
      const found = matchRoutes(routesKnownTo(html), address)?.map(({ route }) => route.id);
      const isSaid =
        /<h1[^>]*>There is nothing here<\/h1>/.test(html) &&
        html.includes("<title>There is nothing here · Parlando</title>");
      // The rest of the app is a click away.
      const leadsOn = !address.startsWith("/app/") || html.includes('<nav aria-label="Main"');
      if (status !== 404 || !isSaid || !leadsOn || rendered.length < 2 || String(found) !== String(rendered))
        wrong[address] = { status, isSaid, leadsOn, rendered, found };
    }
    expect(wrong).toEqual({});
  });

  it("asks a stranger in the app to sign in", async () => {
    const stranger = new Visitor(url);
    const { status, location } = await stranger.get("/app/nope");
    expect(status).toBe(302);
    expect(location).toMatch(/^\/app\/sign-in/);
    expect((await stranger.get(location!)).html).toMatch(/<h1[^>]*>Sign in<\/h1>/);
  });
});

it.each(["/", "/text-to-speech", "/text-to-speech/"])(
  "a form sent to %s, which takes none, is told so and no fault",
  async (path) => {
    const response = await fetch(url + path, {
      method: "POST",
      body: new URLSearchParams({ a: "b" }),
      headers: { origin: url },
    });
    expect(response.status).toBe(405);
    expect(await response.text()).toContain("There is nothing here");
  },
);
