import { beforeEach, describe, expect, it } from "vitest";
import { contentSecurityPolicy } from "~/lib/content-security-policy";
import type { RequestContext } from "../../../workers/app/context";
import { withSecurityHeaders } from "../../../workers/app/security-headers";
import { answerSharePage } from "../../../workers/app/share-pages";

const ORIGIN = "https://site.example";
let version: string | null;
let rendered: Request[];
let shareId = "";
let shares = 0;

beforeEach(() => {
  version = "1";
  rendered = [];
  shareId = `shr_${++shares}`;
});

function ask(path: string, init?: RequestInit): Promise<Response | null> {
  const url = new URL(path, ORIGIN);
  const context = {
    site: "main",
    origin: ORIGIN,
    services: { sharing: { findVersion: async () => version } },
  } as unknown as RequestContext;
  return answerSharePage(new Request(url, init), url, context, async (request) => {
    rendered.push(request);
    const status = version === null ? 410 : 200;
    const cache = version === null ? "no-store" : "public, max-age=0";
    return new Response(`page ${rendered.length}`, { status, headers: { "cache-control": cache } });
  });
}

const text = async (answer: Promise<Response | null>) => (await answer)!.text();

describe("the page of a link", () => {
  it("is rendered once for each version, whatever else the address says", async () => {
    const first = await text(ask(`/app/share/${shareId}`));
    expect(await text(ask(`/app/share/${shareId}?t=7&utm_source=x`))).toBe(first);
    version = "2";
    expect(await text(ask(`/app/share/${shareId}`))).not.toBe(first);
    expect(rendered).toHaveLength(2);
  });

  it("is the same at its short address, and another one where it is embedded", async () => {
    const page = await text(ask(`/app/share/${shareId}`));
    expect(await text(ask(`/s/${shareId}`))).toBe(page);
    expect(await text(ask(`/embed/${shareId}`))).not.toBe(page);
    expect(rendered.map(({ url }) => new URL(url).pathname)).toEqual([`/app/share/${shareId}`, `/embed/${shareId}`]);
  });

  it("is the same with a slash at the end of its address, also when its link has ended", async () => {
    const page = await text(ask(`/app/share/${shareId}`));
    const player = await text(ask(`/embed/${shareId}`));
    for (const path of ["app/share", "s"]) expect(await text(ask(`/${path}/${shareId}/?t=3`))).toBe(page);
    expect(await text(ask(`/embed/${shareId}/`))).toBe(player);
    version = null;
    expect((await ask(`/s/${shareId}/`))!.status).toBe(410);
    expect(new URL(rendered.at(-1)!.url).pathname).toBe(`/app/share/${shareId}`);
  });

  it("gets nothing of the reader's request", async () => {
    await ask(`/embed/${shareId}?secret=1`, { headers: { cookie: "xi_website_session=secret", "x-own": "1" } });
    expect([...rendered[0]!.headers]).toEqual([]);
    expect(rendered[0]!.url).toBe(`${ORIGIN}/embed/${shareId}`);
  });

  it("ends at once when its link does, and is not sent to those who know it", async () => {
    const page = (await ask(`/app/share/${shareId}`))!;
    const known = { headers: { "if-none-match": page.headers.get("etag")! } };
    expect((await ask(`/app/share/${shareId}`, known))!.status).toBe(304);
    version = null;
    expect((await ask(`/app/share/${shareId}`, known))!.status).toBe(410);
    version = "1";
    expect((await ask(`/app/share/${shareId}`, known))!.status).toBe(304);
  });

  it("is at no other path, and only read", async () => {
    for (const path of [
      "/app/share",
      "/app/share/a/audio",
      "/share/a",
      "/s/a/b",
      "/s/a//",
      "/s/",
      `/s/${"a".repeat(65)}`,
    ]) {
      expect(await ask(path)).toBeNull();
    }
    expect(await ask(`/app/share/${shareId}`, { method: "POST" })).toBeNull();
  });
});

describe("who may frame a page", () => {
  const framing = (policy: string) => {
    const answer = new Response("", { headers: { "content-security-policy": policy } });
    const { headers } = withSecurityHeaders(answer, { production: false });
    return [/frame-ancestors [^;]+/.exec(headers.get("content-security-policy")!)?.[0], headers.get("x-frame-options")];
  };

  it("is nobody, by the older header as well", () => {
    expect(framing(contentSecurityPolicy("'sha256-x'"))).toEqual(["frame-ancestors 'none'", "DENY"]);
  });

  it("is everybody where the policy says so, and then it sends no forms", () => {
    const policy = contentSecurityPolicy("'sha256-x'", "*");
    expect(framing(policy)).toEqual(["frame-ancestors *", null]);
    expect(policy).toContain("form-action 'none'");
  });
});
