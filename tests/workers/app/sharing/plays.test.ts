import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { shares } from "../../../../db/schema";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { BROWSER, call, linkOf, visit } from "./link-visits";
import { addSharedItem } from "./shared-item";

const services = servicesForTest(env);
const { database } = services;
let owner: TestCaller;

beforeAll(async () => {
  owner = await signUpForTest(env);
});

describe("plays", () => {
  const play = (shareId: string, headers: Record<string, string> = {}) =>
    visit(`/app/share/${shareId}/play`, { method: "POST", headers: { "cf-connecting-ip": "192.0.2.7", ...headers } });

  it("count once for each visitor and day, and not for bots", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: shareId } = await linkOf(owner, id);
    for (let i = 0; i < 3; i++) expect((await play(shareId)).status).toBe(204);
    expect((await play(shareId, { "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)" })).status).toBe(204);
    expect((await linkOf(owner, id)).play_count).toBe(1);
    await play(shareId, { "cf-connecting-ip": "192.0.2.8" });
    expect((await linkOf(owner, id)).play_count).toBe(2);
  });

  it("of one address are a few at most, whatever its browsers are called, and all of an IPv6 network are one address", async () => {
    const { share_id: shareId } = await linkOf(owner, await addSharedItem(services, env, owner));
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
    const { share_id: shareId } = await linkOf(owner, id);
    expect((await play(shareId, { "sec-fetch-site": "cross-site" })).status).toBe(403);
    await call(owner, `/v1/history/${id}/share-link`, "DELETE");
    expect((await play(shareId)).status).toBe(204);
    expect((await play("shr_unknown")).status).toBe(204);
    const [row] = await database.select().from(shares).where(eq(shares.id, shareId));
    expect(row?.playCount).toBe(0);
  });
});
