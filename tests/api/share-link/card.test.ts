import { beforeAll, describe, expect, it } from "vitest";
import { type OwnWorkspace, ownWorkspace } from "../../support/own-workspace";
import { sharedProduct } from "../../support/product";
import { speak } from "../house/own-products";

const product = sharedProduct();
let own: OwnWorkspace;

beforeAll(async () => {
  own = await ownWorkspace();
});

async function cardOf(text: string): Promise<string> {
  const { historyItemId } = await speak({ ...product, apiKey: own.apiKey }, text);
  const answer = await own.call(`/v1/history/${historyItemId}/share-link`);
  return `${((await answer.json()) as { share_link: string }).share_link}/card.png`;
}
/** From an address of its own, so that the tests do not use up each other's limits. */
const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(new URL(address, product.url), { headers: { "cf-connecting-ip": "198.51.100.7", ...headers } });

/** Source: PNG specification, section 11.2.2. */
function sizeOf(png: Uint8Array): { width: number; height: number } {
  expect([...png.subarray(0, 8)]).toEqual([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const view = new DataView(png.buffer, png.byteOffset);
  return { width: view.getUint32(16), height: view.getUint32(20) };
}

describe("the picture of a link", () => {
  it("is there for anybody in three themes, and is asked about each time", async () => {
    const card = await cardOf("A picture of these words.");
    const etags = new Set<string | null>();
    for (const theme of ["colour", "light", "dark"]) {
      const answer = await get(`${card}?theme=${theme}`);
      expect(answer.headers.get("content-type")).toBe("image/png");
      expect(answer.headers.get("cache-control")).toBe("public, no-cache");
      expect(sizeOf(new Uint8Array(await answer.arrayBuffer()))).toEqual({ width: 1200, height: 630 });
      etags.add(answer.headers.get("etag"));
    }
    expect(etags.size).toBe(3);
    expect((await get(card, { "if-none-match": (await get(card)).headers.get("etag")! })).status).toBe(304);
    expect((await get(`${card}?theme=`)).status).toBe(200);
    expect((await get(`${card}?theme=green`)).status).toBe(400);
  });

  it.each([
    ["markup", '<script>alert("1")</script> & <image href="file:///etc/passwd"/> read aloud'],
    ["a text without a space", "unbroken".repeat(60)],
    ["overrides of direction and emoji", "\u202egnihtyna\u202c and 👩‍👩‍👧‍👦 and more"],
  ])("is made of %s", async (_what, text) => {
    const answer = await get(await cardOf(text));
    expect(answer.status).toBe(200);
    expect(sizeOf(new Uint8Array(await answer.arrayBuffer()))).toEqual({ width: 1200, height: 630 });
  });

  it("is bounded in a storm: every answer is a picture or a refusal that says when to come again", async () => {
    const card = await cardOf("Asked for by very many at a time.");
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => get(card, { "cf-connecting-ip": `198.51.100.${i + 20}` })),
    );
    for (const answer of answers) {
      expect([200, 429, 503]).toContain(answer.status);
      if (answer.status !== 200) expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
      await answer.arrayBuffer();
    }
    expect((await get(card)).status).toBe(200);
  });
});
