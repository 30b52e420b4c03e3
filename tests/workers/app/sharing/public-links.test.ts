import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { historyItems, shares, users } from "../../../../db/schema";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { BROWSER, call, linkOf, visit } from "./link-visits";
import { addSharedItem } from "./shared-item";

const services = servicesForTest(env);
const { database } = services;
let owner: TestCaller;
let itemId: string;

beforeAll(async () => {
  owner = await signUpForTest(env);
  itemId = await addSharedItem(services, env, owner);
});

const soundStatus = async (shareId: string) => {
  const response = await visit(`/app/share/${shareId}/audio`);
  await response.arrayBuffer();
  return response.status;
};

describe("a public link", () => {
  it("shows what the page needs, words with their times, and nothing of the workspace", async () => {
    const text = "One. Two.";
    const id = await addSharedItem(services, env, owner, { text });
    const found = await services.sharing.findPublic((await linkOf(owner, id)).share_id);
    if (found.state !== "open") throw new Error(found.state);
    expect(found.share).toMatchObject({
      title: text,
      text,
      voiceName: "Clara",
      speakerName: "Test",
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
    const { share_id: shareId } = await linkOf(owner, itemId);
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
    const { share_id: shareId } = await linkOf(owner, itemId);
    const refused = await visit(`/app/share/${shareId}/download`);
    expect(refused.status).toBe(403);
    await refused.text();
    await call(owner, `/v1/history/${itemId}/share-link`, "POST", { allows_download: true });
    const file = await visit(`/app/share/${shareId}/download`);
    await file.arrayBuffer();
    // Neither when nor how it was made.
    expect(file.headers.get("content-disposition")).toBe('attachment; filename="text-to-speech.pcm"');
  });

  it("ends at once: revoked, expired or with its item; and 404 is for what never was", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: first } = await linkOf(owner, id);
    await call(owner, `/v1/history/${id}/share-link`, "DELETE");
    expect(await soundStatus(first)).toBe(410);
    expect(await services.sharing.findPublic(first)).toEqual({ state: "unavailable" });
    const { share_id: second } = await linkOf(owner, id);
    expect(second).not.toBe(first);
    expect(await soundStatus(second)).toBe(200);

    await database
      .update(shares)
      .set({ expiresAtMs: Date.now() - 1 })
      .where(eq(shares.id, second));
    expect(await soundStatus(second)).toBe(410);
    expect(await linkOf(owner, id)).toMatchObject({ share_id: second, state: "expired" });
    await call(owner, `/v1/history/${id}/share-link`, "POST", { expires_at_unix: null });
    expect(await soundStatus(second)).toBe(200);

    await call(owner, `/v1/history/${id}`, "DELETE");
    const ofDeleted = await call(owner, `/v1/history/${id}/share-link`);
    expect(ofDeleted.status).toBe(404);
    expect(await ofDeleted.json()).toMatchObject({ detail: { message: expect.stringMatching(/./) } });
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
    const { share_id: shareId } = await linkOf(owner, id);
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
    const { share_id: shareId } = await linkOf(leaver, id);
    await database.delete(users).where(eq(users.id, leaver.userId));
    expect(await services.sharing.findPublic(shareId)).toEqual({ state: "unavailable" });
    expect(await soundStatus(shareId)).toBe(410);
  });

  it("stays unavailable after its item was purged", async () => {
    const id = await addSharedItem(services, env, owner);
    const { share_id: shareId } = await linkOf(owner, id);
    await services.sharing.countPlay(shareId, { address: "192.0.2.1", userAgent: BROWSER });
    await call(owner, `/v1/history/${id}`, "DELETE");
    await database.update(historyItems).set({ deletedAtMs: 1 }).where(eq(historyItems.id, id));
    await services.history.purgeDeleted();
    expect(await soundStatus(shareId)).toBe(410);
    const [row] = await database.select().from(shares).where(eq(shares.id, shareId));
    expect(row?.revokedAtMs).toBeGreaterThan(0);
  });
});
