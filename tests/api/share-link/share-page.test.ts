import { beforeAll, describe, expect, it } from "vitest";
import { sharedProduct } from "../../support/product";
import { type MadeShare, shareText } from "../../support/public-share";
import { Visitor } from "../../support/visitor";

const { url } = sharedProduct();
const SHORT = "The harbour was quiet in the early morning.";
let share: MadeShare;

beforeAll(async () => {
  share = await shareText(SHORT);
});

/** As somebody without an account. */
const visit = (path: string, headers: Record<string, string> = {}) => new Visitor(url).get(path, headers);
const statusOf = async (path: string) => (await visit(path)).status;
const tagsIn = (html: string, name: string) => html.match(new RegExp(`<${name}[\\s>][^>]*>?`, "g")) ?? [];
const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? null;
const headingIn = (html: string) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1];

describe("the page of a link", () => {
  it("looks up no session, sets no cookie, and is asked about each time", async () => {
    const page = await visit(share.path, { cookie: "xi_website_session=stolen" });
    expect(page.headers.get("set-cookie")).toBeNull();
    expect(page.headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
    const known = await visit(share.path, { "if-none-match": page.headers.get("etag")! });
    expect(known.status).toBe(304);
  });

  it("is at its short address as well, and names the long one", async () => {
    const { html } = await visit(`/s/${share.shareId}`);
    expect(headingIn(html)).toBe(SHORT);
    const canonical = tagsIn(html, "link").filter((link) => attribute(link, "rel") === "canonical");
    expect(canonical.map((link) => attribute(link, "href"))).toEqual([url + share.path]);
  });

  it("keeps search engines away until the owner lets them in", async () => {
    const indexed = await shareText(SHORT);
    const robots = (html: string) => tagsIn(html, "meta").filter((meta) => attribute(meta, "name") === "robots");
    const before = await visit(indexed.path);
    expect(before.headers.get("x-robots-tag")).toBe("noindex");
    expect(robots(before.html)).toHaveLength(1);
    await indexed.settings({ is_indexed: true });
    const after = await visit(indexed.path);
    expect(after.headers.get("x-robots-tag")).toBeNull();
    expect(robots(after.html)).toEqual([]);
  });

  it("offers a download where the owner allows it, which shows at once", async () => {
    const allowed = await shareText(SHORT);
    const downloads = async () =>
      tagsIn((await visit(allowed.path)).html, "a").filter((link) => /\sdownload\b/.test(link));
    expect(await downloads()).toEqual([]);
    await allowed.settings({ allows_download: true });
    expect((await downloads()).map((link) => attribute(link, "href"))).toEqual([`${allowed.path}/download`]);
  });

  it.each([
    ["was taken back", (ended: MadeShare) => ended.revoke()],
    ["is of an item that was deleted", (ended: MadeShare) => ended.deleteItem()],
  ])("that %s says so at once, also to who knew it, and in the frames of other pages", async (_why, end) => {
    const ended = await shareText(SHORT);
    const { headers } = await visit(ended.path);
    await end(ended);
    const again = await visit(ended.path, { "if-none-match": headers.get("etag")! });
    expect(again.status).toBe(410);
    expect(again.headers.get("cache-control")).toBe("no-store");
    expect(headingIn(again.html)).toBe("This is no longer available");
    expect(again.html).not.toContain("harbour");
    expect(await statusOf(`${ended.path}/audio`)).toBe(410);
    const framed = await visit(`/embed/${ended.shareId}`);
    expect(framed.status).toBe(410);
    expect(framed.headers.get("content-security-policy")).toContain("frame-ancestors *;");
    expect(framed.headers.get("x-frame-options")).toBeNull();
    expect(headingIn(framed.html)).toBe("This is no longer available");
  });

  it.each(["shr_00000000000000000000000000", "x", "%00", "shr_'--"])(
    "is not found where there never was one: %s",
    async (id) => {
      const page = await visit(`/app/share/${id}`);
      expect(page.status).toBe(404);
      expect(headingIn(page.html)).toBe("There is nothing at this address");
    },
  );
});

describe("the player in the frames of other pages", () => {
  it("holds nothing that acts in the product: no forms, and links that open pages of their own", async () => {
    const player = await visit(`/embed/${share.shareId}`);
    expect(tagsIn(player.html, "form")).toEqual([]);
    const links = tagsIn(player.html, "a").map((link) =>
      ["href", "target", "rel"].map((name) => attribute(link, name)),
    );
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toEqual([share.path, "_blank", "noopener"]);
    const signedIn = await visit(`/embed/${share.shareId}`, { cookie: "xi_website_session=stolen" });
    expect(signedIn.headers.get("set-cookie")).toBeNull();
    expect(signedIn.html).toBe(player.html);
  });

  it("may be framed by anybody, and nothing else may", async () => {
    const player = (await visit(`/embed/${share.shareId}`)).headers;
    expect(player.get("content-security-policy")).toContain("frame-ancestors *;");
    expect(player.get("content-security-policy")).toContain("form-action 'none'");
    expect(player.get("x-frame-options")).toBeNull();
    const others = [
      share.path,
      `/s/${share.shareId}`,
      `${share.path}/audio`,
      "/",
      "/app/sign-in",
      "/embed",
      "/healthz",
    ];
    for (const path of others) {
      const { headers } = await visit(path);
      expect(headers.get("content-security-policy"), path).toContain("frame-ancestors 'none'");
      expect(headers.get("x-frame-options"), path).toBe("DENY");
    }
  });
});
