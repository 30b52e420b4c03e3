import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { call, linkOf, visit } from "./link-visits";
import { addSharedItem } from "./shared-item";

const services = servicesForTest(env);
let owner: TestCaller;
let itemId: string;

beforeAll(async () => {
  owner = await signUpForTest(env);
  itemId = await addSharedItem(services, env, owner);
});

describe("oEmbed", () => {
  const ask = (query: Record<string, string>) => visit(`/oembed?${new URLSearchParams(query)}`);

  it("describes a link of this site, with hostile text escaped, in the room that there is", async () => {
    const id = await addSharedItem(services, env, owner, { text: `"><script>alert(1)</script> \u202eevil` });
    const { share_id: shareId } = await linkOf(owner, id);
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
    const { share_id: shareId } = await linkOf(owner, await addSharedItem(services, env, owner));
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
    const { share_id: shareId } = await linkOf(owner, itemId);
    expect((await ask({ url: `http://localhost/s/${shareId}`, format: "xml" })).status).toBe(501);
    expect((await ask({ url: `http://localhost/s/${shareId}`, format: "" })).status).toBe(200);
    await call(owner, `/v1/history/${itemId}/share-link`, "DELETE");
    expect((await ask({ url: `http://localhost/s/${shareId}` })).status).toBe(410);
  });
});
