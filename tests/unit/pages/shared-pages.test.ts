import { describe, expect, it } from "vitest";
import type { SharedPage } from "~/lib/route-handle";
import { answerShared, sharedAddress, sharedPagesOf } from "../../../workers/app/shared-pages";

const pages = new Map<string, SharedPage>([
  ["/", {}],
  ["/speech", { query: { language: ["de", "fr"] } }],
  ["/docs", { visitorsOnly: true }],
]);

function addressOf(path: string, init?: RequestInit): string | null {
  const url = new URL(path, "https://site.example");
  return sharedAddress(pages, new Request(url, init), url);
}

describe("the address of a shared page", () => {
  it("keeps the parameters that the page depends on, and no others", () => {
    expect(addressOf("/?utm_source=x")).toBe("/");
    expect(addressOf("/speech?a=b&language=de&language=fr")).toBe("/speech?language=de");
  });

  it("takes no value that makes no difference, so that nobody can fill the store", () => {
    expect(addressOf("/speech?language=%3Cscript%3E")).toBe("/speech");
    expect(addressOf("/speech?language=")).toBe("/speech");
  });

  it("is not for other pages and methods", () => {
    expect(addressOf("/app/home")).toBeNull();
    expect(addressOf("/speech/")).toBeNull();
    expect(addressOf("/", { method: "POST" })).toBeNull();
    expect(addressOf("/", { method: "HEAD" })).toBe("/");
  });

  it("is not for people with a session where the page is for visitors", () => {
    const headers = { cookie: "a=b; xi_website_session=secret" };
    expect(addressOf("/docs", { headers })).toBeNull();
    expect(addressOf("/", { headers })).toBe("/");
    expect(addressOf("/docs", { headers: { cookie: "xi_website_browser=x; other_xi_website_session=y" } })).toBe(
      "/docs",
    );
  });
});

describe("shared pages of a build", () => {
  const shared = { handle: { hydrate: false, shared: {} } };

  it("are those whose routes say so, by their whole path", () => {
    const found = sharedPagesOf({
      root: { path: "", module: {} },
      home: { parentId: "root", module: shared },
      docs: { parentId: "root", path: "docs", module: {} },
      api: { parentId: "docs", path: "api", module: shared },
    });
    expect([...found.keys()]).toEqual(["/", "/docs/api"]);
  });

  it("have no parameters in their path", () => {
    expect(() => sharedPagesOf({ voice: { path: "voices/:voiceId", module: shared } })).toThrow("cannot be shared");
  });
});

describe("the answer of a shared page", () => {
  let rendered = 0;
  const render = (init: ResponseInit) => async () => new Response(`rendered ${++rendered}`, init);
  const open = { headers: { "cache-control": "public, max-age=0", "content-type": "text/html" } };
  const ask = (headers: HeadersInit = {}) => new Request("https://site.example/", { headers });
  let keys = 0;
  const freshKey = () => `key ${++keys}`;

  it("is rendered once for each key", async () => {
    const key = freshKey();
    const texts = [];
    for (let i = 0; i < 3; i++) texts.push(await (await answerShared(ask(), key, render(open))).text());
    expect(new Set(texts).size).toBe(1);
    expect(await (await answerShared(ask(), freshKey(), render(open))).text()).not.toBe(texts[0]);
  });

  it("has a tag of its content, and is not sent again to those who know it", async () => {
    const key = freshKey();
    const first = await answerShared(ask(), key, render(open));
    const etag = first.headers.get("etag")!;
    expect(etag).toMatch(/^"[0-9a-f]{32}"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await answerShared(ask({ "if-none-match": known }), key, render(open));
      expect(again.status).toBe(304);
      expect(again.body).toBeNull();
      expect(again.headers.get("etag")).toBe(etag);
      expect(again.headers.get("cache-control")).toBe("public, max-age=0");
    }
    expect((await answerShared(ask({ "if-none-match": '"other"' }), key, render(open))).status).toBe(200);
  });

  it.each([
    ["failed", { ...open, status: 500 }],
    ["is not public", { headers: { "cache-control": "private" } }],
    ["says nothing of caches", {}],
    ["sets a cookie", { headers: { ...open.headers, "set-cookie": "a=b" } }],
  ])("is not kept when it %s", async (_why, init) => {
    const key = freshKey();
    const first = await (await answerShared(ask(), key, render(init))).text();
    const second = await answerShared(ask(), key, render(init));
    expect(await second.text()).not.toBe(first);
    expect(second.headers.get("etag")).toBeNull();
  });
});
