import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { isShareId } from "../../../../app/domains/sharing/rules";
import { subscriptions } from "../../../../db/schema";
import { servicesForTest, signUpForTest, type TestCaller } from "../../../support/test-caller";
import { call, linkOf } from "./link-visits";
import { addSharedItem } from "./shared-item";

const services = servicesForTest(env);
const { database } = services;
let owner: TestCaller;
let stranger: TestCaller;
let itemId: string;

beforeAll(async () => {
  [owner, stranger] = [await signUpForTest(env), await signUpForTest(env)];
  itemId = await addSharedItem(services, env, owner);
});

describe("an item's link", () => {
  it("is made at the first call, also by several at once, and stays the same", async () => {
    const id = await addSharedItem(services, env, owner);
    const links = await Promise.all(Array.from({ length: 5 }, () => linkOf(owner, id)));
    expect(new Set(links.map((link) => link.share_id)).size).toBe(1);
    const link = await linkOf(owner, id);
    expect(isShareId(link.share_id)).toBe(true);
    expect(link).toEqual({
      share_link: `http://localhost/app/share/${link.share_id}`,
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
    const { share_id: shareId } = await linkOf(owner, shared);
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
    const { share_id: next } = await linkOf(owner, shared);
    expect(await listed(shared)).toBe(next);
  });

  it("keeps the settings that are not named, and refuses a time that is over", async () => {
    const path = `/v1/history/${itemId}/share-link`;
    const before = (await services.sharing.findVersion((await linkOf(owner, itemId)).share_id))!;
    const soon = Math.floor(Date.now() / 1000) + 3600;
    await call(owner, path, "POST", { allows_download: true, expires_at_unix: soon });
    const changed = await (await call(owner, path, "POST", { is_indexed: true })).json<{ share_link: string }>();
    expect(changed.share_link).toBe((await linkOf(owner, itemId)).share_link);
    expect(await linkOf(owner, itemId)).toMatchObject({
      allows_download: true,
      is_indexed: true,
      expires_at_unix: soon,
    });
    expect(await services.sharing.findVersion((await linkOf(owner, itemId)).share_id)).not.toBe(before);
    const refused = await call(owner, path, "POST", { expires_at_unix: 1000 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({ detail: { param: "expires_at_unix" } });
    await call(owner, path, "POST", { allows_download: false, is_indexed: false, expires_at_unix: null });
    expect(await linkOf(owner, itemId)).toMatchObject({
      allows_download: false,
      is_indexed: false,
      expires_at_unix: null,
    });
  });

  it("that is named is meant alone: after its end it is neither changed nor made anew, nor is the next one touched", async () => {
    const id = await addSharedItem(services, env, owner);
    const path = `/v1/history/${id}/share-link`;
    const { share_id: shareId } = await linkOf(owner, id);
    const named = `${path}?share_id=${shareId}`;
    expect(await (await call(owner, named)).json()).toMatchObject({ share_id: shareId });
    const set = () => call(owner, path, "POST", { allows_download: true, share_id: shareId });
    expect(await (await set()).json()).toMatchObject({ share_id: shareId, allows_download: true });
    expect((await call(owner, named, "DELETE")).status).toBe(200);
    const expectGone = async (response: Response) => {
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ detail: { status: "share_link_not_found", param: "share_id" } });
    };
    const listed = async () =>
      (await (await call(owner, `/v1/history/${id}`)).json<{ share_link_id: string | null }>()).share_link_id;
    await expectGone(await set());
    await expectGone(await call(owner, named));
    expect(await listed()).toBeNull();

    const next = await linkOf(owner, id);
    await expectGone(await set());
    await expectGone(await call(owner, named));
    expect((await call(owner, named, "DELETE")).status).toBe(200);
    expect(await linkOf(owner, id)).toEqual(next);
  });

  it.each(["enterprise", "trial"])("is refused to %s workspaces until videos are on", async (tier) => {
    const enterprise = await signUpForTest(env);
    const id = await addSharedItem(services, env, enterprise);
    await database.update(subscriptions).set({ tier }).where(eq(subscriptions.workspaceId, enterprise.workspaceId));
    const path = `/v1/history/${id}/share-link`;
    expect((await call(enterprise, path)).status).toBe(403);
    expect((await call(enterprise, path, "POST", {})).status).toBe(403);
    expect((await call(enterprise, `/v1/history/${id}/video`, "POST")).status).toBe(403);
    expect((await call(enterprise, path, "DELETE")).status).toBe(200);
    const switched = await call(enterprise, "/v1/workspace/features", "PATCH", { text_to_speech_video: true });
    expect(await switched.json()).toEqual({ text_to_speech_video: true });
    expect((await call(enterprise, path)).status).toBe(200);
  });
});

describe("where a workspace may not share any more", () => {
  it("what was open stays open, nothing new is opened, and a revoke ends it", async () => {
    const member = await signUpForTest(env);
    const [id, other] = [await addSharedItem(services, env, member), await addSharedItem(services, env, member)];
    const { share_id: shareId } = await linkOf(member, id);
    await database
      .update(subscriptions)
      .set({ tier: "enterprise" })
      .where(eq(subscriptions.workspaceId, member.workspaceId));
    expect(await services.sharing.findPublic(shareId)).toMatchObject({ state: "open" });
    for (const each of [id, other]) {
      expect((await call(member, `/v1/history/${each}/share-link`)).status).toBe(403);
      expect((await call(member, `/v1/history/${each}/share-link`, "POST", { is_indexed: true })).status).toBe(403);
    }
    expect((await call(member, `/v1/history/${id}/share-link`, "DELETE")).status).toBe(200);
    expect(await services.sharing.findPublic(shareId)).toEqual({ state: "unavailable" });
  });
});

describe("features of a workspace", () => {
  it("are switched by names that there are, and another name is refused by name", async () => {
    const admin = await signUpForTest(env);
    const refused = await call(admin, "/v1/workspace/features", "PATCH", {
      text_to_speech_video: true,
      teleport: true,
    });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({ detail: [{ loc: ["body", "teleport"] }] });
    const features = await call(admin, "/v1/workspace/features");
    expect(await features.json()).toEqual({ text_to_speech_video: false });
  });
});

describe("the public name", () => {
  it.each([
    ["PATCH", "/v1/user/public-name", "Grace Hopper"],
    ["POST", "/v1/user/update-public-user-name", "Ada Lovelace"],
  ])("is what the public sees, and changes the page's version, by %s %s", async (method, path, name) => {
    const { share_id: shareId } = await linkOf(owner, itemId);
    const before = await services.sharing.findVersion(shareId);
    expect((await call(null, path, method, { public_user_name: name })).status).toBe(401);
    const answer = await call(owner, path, method, { public_user_name: `  ${name} ` });
    expect(await answer.json()).toEqual({ public_user_name: name });
    expect((await linkOf(owner, itemId)).public_user_name).toBe(name);
    expect(await services.sharing.findVersion(shareId)).not.toBe(before);
    for (const bad of ["", "x".repeat(51), "\u202eevil"]) {
      const refused = await call(owner, path, method, { public_user_name: bad });
      expect(refused.status).toBe(400);
      expect(await refused.json()).toMatchObject({ detail: { param: "public_user_name" } });
    }
  });
});
