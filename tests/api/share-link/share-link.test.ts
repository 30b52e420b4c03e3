import { beforeAll, describe, expect, it } from "vitest";
import { type OwnWorkspace, ownWorkspace } from "../../support/own-workspace";
import { sharedProduct } from "../../support/product";
import { Visitor } from "../../support/visitor";
import { speak } from "../house/own-products";

const product = sharedProduct();
let own: OwnWorkspace;
let stranger: OwnWorkspace;

beforeAll(async () => {
  [own, stranger] = await Promise.all([ownWorkspace(), ownWorkspace()]);
});

interface Link {
  share_link: string;
  share_id: string;
  public_user_name: string;
  play_count: number;
}

async function newItem(text: string): Promise<{ id: string; bytes: Uint8Array }> {
  const { historyItemId, bytes } = await speak({ ...product, apiKey: own.apiKey }, text);
  return { id: historyItemId, bytes };
}
const linkPath = (id: string) => `/v1/history/${id}/share-link`;
const linkOf = async (id: string): Promise<Link> => (await own.call(linkPath(id))).json() as Promise<Link>;
/** As somebody without an account, in a browser. */
const visit = (address: string, init: RequestInit = {}) =>
  fetch(new URL(address, product.url), {
    ...init,
    headers: {
      "user-agent":
        "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
      ...init.headers,
    },
  });
const statusOf = async (path: string) => {
  const response = await visit(path);
  await response.arrayBuffer();
  return response.status;
};

describe("a share link", () => {
  it("lets a stranger hear exactly what was made, in parts as well, and keeps no copy from its end", async () => {
    const { id, bytes } = await newItem("Strangers hear this at once.");
    const link = await linkOf(id);
    expect(link.share_link).toBe(`${product.url}/app/share/${link.share_id}`);
    const heard = await visit(`${link.share_link}/audio`);
    expect(heard.headers.get("cache-control")).toBe("public, no-cache");
    expect(heard.headers.get("set-cookie")).toBeNull();
    expect(new Uint8Array(await heard.arrayBuffer())).toEqual(bytes);
    const part = await visit(`${link.share_link}/audio`, { headers: { range: "bytes=100-199" } });
    expect(part.status).toBe(206);
    expect(new Uint8Array(await part.arrayBuffer())).toEqual(bytes.slice(100, 200));
  });

  it("is made and changed by its own workspace only", async () => {
    const { id } = await newItem("Not for other workspaces.");
    await linkOf(id);
    for (const [method, body] of [["GET"], ["POST", { allows_download: true }], ["DELETE"]] as const) {
      expect((await stranger.call(linkPath(id), { method, body })).status).toBe(404);
      const anonymous = await visit(linkPath(id), { method, ...(body ? { body: JSON.stringify(body) } : {}) });
      expect(anonymous.status).toBe(401);
      await anonymous.text();
    }
    expect(await statusOf(`/app/share/${(await linkOf(id)).share_id}/download`)).toBe(403);
  });

  it("ends when it is revoked, and the next one is another", async () => {
    const { id } = await newItem("This link is taken back.");
    const first = await linkOf(id);
    expect((await own.call(linkPath(id), { method: "DELETE" })).status).toBe(200);
    expect(await statusOf(`${first.share_link}/audio`)).toBe(410);
    expect(await statusOf(`${first.share_link}/card.png`)).toBe(410);
    const second = await linkOf(id);
    expect(second.share_id).not.toBe(first.share_id);
    expect(await statusOf(`${second.share_link}/audio`)).toBe(200);
    expect(await statusOf(`${first.share_link}/audio`)).toBe(410);
  });

  it("ends by itself when its time is over, and lives on when it gets more", async () => {
    const { id } = await newItem("This link has a time.");
    const expiresAtUnix = Math.floor(Date.now() / 1000) + 2;
    const answer = await own.call(linkPath(id), { body: { expires_at_unix: expiresAtUnix } });
    const { share_link: link } = (await answer.json()) as Link;
    expect(await statusOf(`${link}/audio`)).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, expiresAtUnix * 1000 - Date.now() + 50));
    expect(await statusOf(`${link}/audio`)).toBe(410);
    await own.call(linkPath(id), { body: { expires_at_unix: null } });
    expect(await statusOf(`${link}/audio`)).toBe(200);
  });

  it("is away while its item is deleted, and back after an undo", async () => {
    const { id } = await newItem("Deleted and brought back.");
    const { share_link: link } = await linkOf(id);
    await own.call(`/v1/history/${id}`, { method: "DELETE" });
    expect(await statusOf(`${link}/audio`)).toBe(410);
    await own.call(`/v1/history/${id}/restore`, { method: "POST" });
    expect(await statusOf(`${link}/audio`)).toBe(200);
  });

  it("that never was is not found, however it is written", async () => {
    const hostile = [`shr_${"0".repeat(26)}`, "x", "..%2f..%2fetc", "shr_%00", "%F0%9F%98%80", "shr_'--"];
    for (const id of hostile) expect(await statusOf(`/app/share/${id}/audio`)).toBe(404);
  });

  it("counts a listener once, and no bots", async () => {
    const { id } = await newItem("Heard by one person.");
    const { share_link: link } = await linkOf(id);
    for (let i = 0; i < 3; i++) expect((await visit(`${link}/play`, { method: "POST" })).status).toBe(204);
    const bot = { "user-agent": "Twitterbot/1.0" };
    expect((await visit(`${link}/play`, { method: "POST", headers: bot })).status).toBe(204);
    expect((await linkOf(id)).play_count).toBe(1);
  });
});

describe("events of a browser", () => {
  it("are counted for the workspace that is signed in, without those who decline and the server's own names", async () => {
    const visitor = new Visitor(product.url);
    await visitor.submit("/app/sign-in", { email: product.email, password: product.password });
    const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const counts = async () => {
      const answer = await fetch(`${product.url}/v1/workspace/analytics?days=1`, {
        headers: { "xi-api-key": product.apiKey },
      });
      const { days } = (await answer.json()) as { days: { events: Record<string, number> }[] };
      return days[0]!.events.share_link_copied ?? 0;
    };
    const send = (body: unknown, headers: Record<string, string> = {}) =>
      visit("/ingest", {
        method: "POST",
        headers: { "content-type": "text/plain", cookie, ...headers },
        body: JSON.stringify(body),
      });
    const event = { name: "share_link_copied", at_unix_ms: Date.now(), props: { where: "dialog" } };
    const before = await counts();
    expect((await send({ events: [event, event] })).status).toBe(204);
    expect(await counts()).toBe(before + 2);
    expect((await send({ events: [event] }, { "sec-gpc": "1" })).status).toBe(204);
    expect((await send({ events: [event] }, { cookie: `${cookie}; xi_website_privacy=declined` })).status).toBe(204);
    expect((await send({ events: [event] }, { cookie: "" })).status).toBe(204);
    expect((await send({ events: [event, { name: "SERVER_share_link_copied" }] })).status).toBe(400);
    expect((await send({ events: Array(51).fill(event) })).status).toBe(400);
    expect((await send("{")).status).toBe(400);
    expect((await send({ events: [event] }, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    expect(await counts()).toBe(before + 2);
  });
});
