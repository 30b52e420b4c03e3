import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { isShareId } from "../../../../app/domains/sharing/rules";
import { historyItems, shares, subscriptions, users } from "../../../../db/schema";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { addSharedItem } from "./shared-item";

const services = servicesForTest(env);
const { database } = services;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36";

let owner: TestCaller;
let stranger: TestCaller;
let itemId: string;

beforeAll(async () => {
  [owner, stranger] = [await signUpForTest(env), await signUpForTest(env)];
  itemId = await addSharedItem(services, env, owner);
});

interface Link {
  share_link: string;
  share_id: string;
  public_user_name: string;
  is_own_name: boolean;
  allows_download: boolean;
  is_indexed: boolean;
  expires_at_unix: number | null;
  state: string;
  play_count: number;
}

const call = (caller: TestCaller | null, path: string, method = "GET", body?: unknown) =>
  SELF.fetch(`http://localhost${path}`, {
    method,
    headers: { ...(caller ? { "xi-api-key": caller.apiKey } : {}), "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const linkOf = async (id = itemId, caller = owner) => (await call(caller, `/v1/history/${id}/share-link`)).json<Link>();
const visit = (path: string, init: RequestInit = {}) =>
  SELF.fetch(`http://localhost${path}`, { ...init, headers: { "user-agent": BROWSER, ...init.headers } });
const soundStatus = async (shareId: string) => {
  const response = await visit(`/app/share/${shareId}/audio`);
  await response.arrayBuffer();
  return response.status;
};

describe("an item's link", () => {
  it("is made at the first call, also by several at once, and stays the same", async () => {
    const id = await addSharedItem(services, env, owner);
    const links = await Promise.all(Array.from({ length: 5 }, () => linkOf(id)));
    expect(new Set(links.map((link) => link.share_id)).size).toBe(1);
    const link = await linkOf(id);
    expect(isShareId(link.share_id)).toBe(true);
    expect(link).toEqual({
      share_link: `/app/share/${link.share_id}`,
      share_id: links[0]!.share_id,
      public_user_name: "Test",
      is_own_name: true,
      allows_download: false,
      is_indexed: false,
      expires_at_unix: null,
      state: "open",
      play_count: 0,
    });
  });

  it("is nobody's business outside its workspace", async () => {
    const path = `/v1/history/${itemId}/share-link`;
    for (const [method, body] of [["GET"], ["POST", {}], ["DELETE"]] as const) {
      expect((await call(stranger, path, method, body)).status).toBe(404);
      expect((await call(null, path, method, body)).status).toBe(401);
    }
    expect((await call(owner, "/v1/history/..%2f..%2fx/share-link")).status).toBe(404);
    expect((await call(owner, `/v1/history/${"x".repeat(500)}/share-link`)).status).toBe(422);
  });

  it("is named in the history of its workspace, until it is revoked", async () => {
    const [shared, unshared] = [await addSharedItem(services, env, owner), await addSharedItem(services, env, owner)];
    const { share_id: shareId } = await linkOf(shared);
    type Item = { history_item_id: string; share_link_id: string | null };
    const listed = async (id: string) => {
      const { history } = await (await call(owner, "/v1/history")).json<{ history: Item[] }>();
      const alone = await (await call(owner, `/v1/history/${id}`)).json<Item>();
      const found = history.filter((item) => item.history_item_id === id);
      expect(found).toHaveLength(1);
      expect(alone.share_link_id).toBe(found[0]!.share_link_id);
      return alone.share_link_id;
    };
    expect([await listed(shared), await listed(unshared)]).toEqual([shareId, null]);
    await call(owner, `/v1/history/${shared}/share-link`, "DELETE");
    expect(await listed(shared)).toBeNull();
    const { share_id: next } = await linkOf(shared);
    expect(await listed(shared)).toBe(next);
  });

  it("keeps the settings that are not named, and refuses a time that is over", async () => {
    const path = `/v1/history/${itemId}/share-link`;
    const before = (await services.sharing.findVersion((await linkOf()).share_id))!;
    const soon = Math.floor(Date.now() / 1000) + 3600;
    await call(owner, path, "POST", { allows_download: true, expires_at_unix: soon });
    await call(owner, path, "POST", { is_indexed: true });
    expect(await linkOf()).toMatchObject({ allows_download: true, is_indexed: true, expires_at_unix: soon });
    expect(await services.sharing.findVersion((await linkOf()).share_id)).not.toBe(before);
    const refused = await call(owner, path, "POST", { expires_at_unix: 1000 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ detail: { param: "expires_at_unix" } });
    await call(owner, path, "POST", { allows_download: false, is_indexed: false, expires_at_unix: null });
    expect(await linkOf()).toMatchObject({ allows_download: false, is_indexed: false, expires_at_unix: null });
  });

  it.each(["enterprise", "trial"])("is refused to %s workspaces until videos are on", async (tier) => {
    const enterprise = await signUpForTest(env);
    const id = await addSharedItem(services, env, enterprise);
    await database.update(subscriptions).set({ tier }).where(eq(subscriptions.workspaceId, enterprise.workspaceId));
    const path = `/v1/history/${id}/share-link`;
    expect((await call(enterprise, path)).status).toBe(403);
    expect((await call(enterprise, path, "POST", {})).status).toBe(403);
    expect((await call(enterprise, path, "DELETE")).status).toBe(200);
    const switched = await call(enterprise, "/v1/workspace/features", "PATCH", { text_to_speech_video: true });
    expect(await switched.json()).toEqual({ text_to_speech_video: true });
    expect((await call(enterprise, path)).status).toBe(200);
  });
});

describe("the public name", () => {
  it.each([
    ["PATCH", "/v1/user/public-name", "Grace Hopper"],
    ["POST", "/v1/user/update-public-user-name", "Ada Lovelace"],
  ])("is what the public sees, and changes the page's version, by %s %s", async (method, path, name) => {
    const { share_id: shareId } = await linkOf();
    const before = await services.sharing.findVersion(shareId);
    expect((await call(null, path, method, { public_user_name: name })).status).toBe(401);
    const answer = await call(owner, path, method, { public_user_name: `  ${name} ` });
    expect(await answer.json()).toEqual({ public_user_name: name });
    expect((await linkOf()).public_user_name).toBe(name);
    expect(await services.sharing.findVersion(shareId)).not.toBe(before);
    for (const bad of ["", "x".repeat(51), "\u202eevil"]) {
      const refused = await call(owner, path, method, { public_user_name: bad });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ detail: { param: "public_user_name" } });
    }
  });
});

describe("a public link", () => {
  it("shows what the page needs, words with their times, and nothing of the workspace", async () => {
    const text = "One. Two.";
    const id = await addSharedItem(services, env, owner, { text });
    const found = await services.sharing.findPublic((await linkOf(id)).share_id);
    if (found.state !== "open") throw new Error(found.state);
    expect(found.share).toMatchObject({
      title: text,
      text,
      voiceName: "Clara",
      speakerName: "Ada Lovelace",
      peaks: [10, 200, 30],
    });
    expect(found.share.words).toEqual([
      { text: "One. ", startSeconds: 0, endSeconds: expect.closeTo(0.4) },
      { text: "Two.", startSeconds: expect.closeTo(0.5), endSeconds: expect.closeTo(0.9) },
    ]);
    const told = JSON.stringify(found);
    for (const secret of [owner.workspaceId, owner.userId, owner.email, id]) expect(told).not.toContain(secret);
  });

  it("gives its sound to anybody, whole and in parts, without keeping it from a later end", async () => {
    const { share_id: shareId } = await linkOf();
    const whole = await visit(`/app/share/${shareId}/audio`);
    expect(whole.status).toBe(200);
    expect(whole.headers.get("cache-control")).toBe("public, no-cache");
    expect(whole.headers.get("set-cookie")).toBeNull();
    const bytes = await whole.bytes();
    const part = await visit(`/app/share/${shareId}/audio`, { headers: { range: "bytes=2-5" } });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe(`bytes 2-5/${bytes.byteLength}`);
    expect(await part.bytes()).toEqual(bytes.slice(2, 6));
    const etag = whole.headers.get("etag")!;
    expect((await visit(`/app/share/${shareId}/audio`, { headers: { "if-none-match": etag } })).status).toBe(304);
    expect((await visit(`/app/share/${shareId}/audio`, { headers: { range: "bytes=99999999-" } })).status).toBe(416);
    const head = await visit(`/app/share/${shareId}/audio`, { method: "HEAD" });
    expect(head.headers.get("content-length")).toBe(String(bytes.byteLength));
    expect((await visit(`/app/share/${shareId}/audio`, { method: "POST" })).status).toBe(405);
  });

  it("is downloaded only where its owner allows it", async () => {
    const { share_id: shareId } = await linkOf();
    const refused = await visit(`/app/share/${shareId}/download`);
    expect(refused.status).toBe(403);
    await refused.text();
    await call(owner, `/v1/history/${itemId}/share-link`, "POST", { allows_download: true });
    const file = await visit(`/app/share/${shareId}/download`);
    expect(file.headers.get("content-disposition")).toMatch(/^attachment; filename=/);
    await file.arrayBuffer();
  });

  it("ends at once: revoked, expired or with its item; and 404 is for what never was", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: first } = await linkOf(id);
    await call(owner, `/v1/history/${id}/share-link`, "DELETE");
    expect(await soundStatus(first)).toBe(410);
    expect(await services.sharing.findPublic(first)).toEqual({ state: "unavailable" });
    const { share_id: second } = await linkOf(id);
    expect(second).not.toBe(first);
    expect(await soundStatus(second)).toBe(200);

    await database
      .update(shares)
      .set({ expiresAtMs: Date.now() - 1 })
      .where(eq(shares.id, second));
    expect(await soundStatus(second)).toBe(410);
    expect(await linkOf(id)).toMatchObject({ share_id: second, state: "expired" });
    await call(owner, `/v1/history/${id}/share-link`, "POST", { expires_at_unix: null });
    expect(await soundStatus(second)).toBe(200);

    await call(owner, `/v1/history/${id}`, "DELETE");
    expect(await soundStatus(second)).toBe(410);
    expect(await services.sharing.findVersion(second)).toBeNull();
    await call(owner, `/v1/history/${id}/restore`, "POST");
    expect(await soundStatus(second)).toBe(200);

    for (const unknown of [`shr_${"0".repeat(26)}`, "x", "hist_1", "%2e%2e", "shr_'%20OR%201=1"]) {
      expect(await soundStatus(unknown)).toBe(404);
      expect(await services.sharing.findPublic(unknown)).toEqual({ state: "unknown" });
    }
  });

  it("tells strangers the same of every link that ended", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: shareId } = await linkOf(id);
    await call(owner, `/v1/history/${id}/share-link`, "DELETE");
    const texts = await Promise.all(
      ["audio", "download", "card.png"].map(async (what) => {
        const response = await visit(`/app/share/${shareId}/${what}`);
        return `${response.status} ${await response.text()}`;
      }),
    );
    expect(new Set(texts)).toEqual(new Set(["410 This is no longer available."]));
  });

  it("is unavailable when the account of its maker is gone", async () => {
    const leaver = await signUpForTest(env);
    const id = await addSharedItem(services, env, leaver);
    const { share_id: shareId } = await linkOf(id, leaver);
    await database.delete(users).where(eq(users.id, leaver.userId));
    expect(await services.sharing.findPublic(shareId)).toEqual({ state: "unavailable" });
    expect(await soundStatus(shareId)).toBe(410);
  });

  it("stays unavailable after its item was purged", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: shareId } = await linkOf(id);
    await services.sharing.countPlay(shareId, { address: "192.0.2.1", userAgent: BROWSER });
    await call(owner, `/v1/history/${id}`, "DELETE");
    await database.update(historyItems).set({ deletedAtMs: 1 }).where(eq(historyItems.id, id));
    await services.history.purgeDeleted();
    expect(await soundStatus(shareId)).toBe(410);
    const [row] = await database.select().from(shares).where(eq(shares.id, shareId));
    expect(row?.revokedAtMs).toBeGreaterThan(0);
  });
});

describe("plays", () => {
  const play = (shareId: string, headers: Record<string, string> = {}) =>
    visit(`/app/share/${shareId}/play`, { method: "POST", headers: { "cf-connecting-ip": "192.0.2.7", ...headers } });

  it("count once for each visitor and day, and not for bots", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: shareId } = await linkOf(id);
    for (let i = 0; i < 3; i++) expect((await play(shareId)).status).toBe(204);
    expect((await play(shareId, { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).status).toBe(204);
    expect((await linkOf(id)).play_count).toBe(1);
    await play(shareId, { "cf-connecting-ip": "192.0.2.8" });
    expect((await linkOf(id)).play_count).toBe(2);
  });

  it("of one address are a few at most, whatever its browsers are called, and all of an IPv6 network are one address", async () => {
    const { share_id: shareId } = await linkOf(await addSharedItem(services, env, owner));
    const playsFrom = async (addressOf: (i: number) => string) => {
      for (let i = 0; i < 12; i++) {
        await play(shareId, { "cf-connecting-ip": addressOf(i), "user-agent": `${BROWSER} Edition/${i}` });
      }
      const [row] = await database.select().from(shares).where(eq(shares.id, shareId));
      return row?.playCount;
    };
    expect(await playsFrom(() => "192.0.2.30")).toBe(5);
    expect(await playsFrom((i) => `2001:db8:0:1::${i + 1}`)).toBe(10);
    expect(await playsFrom(() => "2001:db8:0:2::1")).toBe(15);
  });

  it("of other sites' pages are refused, and of links that are not open not counted", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: shareId } = await linkOf(id);
    expect((await play(shareId, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    await call(owner, `/v1/history/${id}/share-link`, "DELETE");
    expect((await play(shareId)).status).toBe(204);
    expect((await play("shr_unknown")).status).toBe(204);
    const [row] = await database.select().from(shares).where(eq(shares.id, shareId));
    expect(row?.playCount).toBe(0);
  });
});

describe("oEmbed", () => {
  const ask = (query: Record<string, string>) => visit(`/oembed?${new URLSearchParams(query)}`);

  it("describes a link of this site, with hostile text escaped, in the room that there is", async () => {
    const id = await addSharedItem(services, env, owner, { text: `"><script>alert(1)</script> \u202eevil` });
    const { share_id: shareId } = await linkOf(id);
    for (const path of [`/app/share/${shareId}`, `/s/${shareId}?t=3`, `/embed/${shareId}`]) {
      const answer = await ask({ url: `http://localhost${path}`, maxwidth: "400" });
      expect(answer.status).toBe(200);
      const described = await answer.json<{ html: string; width: number; title: string }>();
      expect(described).toMatchObject({
        type: "rich",
        version: "1.0",
        width: 400,
        height: 220,
      });
      expect(described.html).not.toMatch(/<script|\u202e/);
      expect(described.html).toContain(`src="http://localhost/embed/${shareId}"`);
    }
  });

  it("is never larger than was asked for: neither the player nor the picture, which is left out where it would be", async () => {
    const { share_id: shareId } = await linkOf(await addSharedItem(services, env, owner));
    const url = `http://localhost/app/share/${shareId}`;
    const sizes = async (asked: Record<string, string>) =>
      (await ask({ url, ...asked })).json<Record<string, unknown> & { html: string }>();
    const thumbnail = {
      thumbnail_url: `${url}/card.png`,
      thumbnail_width: 1200,
      thumbnail_height: 630,
    };
    const whole = { width: 600, height: 220 };
    expect(await sizes({})).toMatchObject({ ...whole, ...thumbnail });
    expect(await sizes({ maxwidth: "", maxheight: "wide" })).toMatchObject({ ...whole, ...thumbnail });
    expect(await sizes({ maxwidth: "1200", maxheight: "630" })).toMatchObject({ ...whole, ...thumbnail });
    for (const [maxwidth, maxheight, width, height] of [
      ["100", "50", 100, 50],
      ["1", "1", 1, 1],
      ["1199", "9999", 600, 220],
      ["9999", "629", 600, 220],
      ["300.9", "60.5", 300, 60],
    ] as const) {
      const small = await sizes({ maxwidth, maxheight });
      expect(small).toMatchObject({ width, height });
      expect(small.html).toContain(`width="${width}" height="${height}"`);
      expect(Object.keys(small).filter((name) => name.startsWith("thumbnail"))).toEqual([]);
    }
    expect((await ask({ url, maxwidth: "0" })).status).toBe(400);
  });

  it("knows no other addresses, formats or ended links", async () => {
    expect((await ask({ url: "http://elsewhere.example/app/share/shr_x" })).status).toBe(404);
    expect((await ask({ url: "javascript:alert(1)" })).status).toBe(404);
    expect((await ask({})).status).toBe(404);
    expect((await ask({ url: `http://localhost/s/shr_${"0".repeat(26)}` })).status).toBe(404);
    const { share_id: shareId } = await linkOf();
    expect((await ask({ url: `http://localhost/s/${shareId}`, format: "xml" })).status).toBe(501);
    await call(owner, `/v1/history/${itemId}/share-link`, "DELETE");
    expect((await ask({ url: `http://localhost/s/${shareId}` })).status).toBe(410);
  });
});
