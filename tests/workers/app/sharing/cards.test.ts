import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import type { Card } from "../../../../app/domains/sharing/cards";
import { historyItems, users } from "../../../../db/schema";
import { mediaPort } from "../../../../workers/app/media-port";
import type { MediaService } from "../../../../workers/media/protocol";
import { sharingForTest } from "./sharing-fixture";

const textOf = (card: Card) => new Response(card.body as BodyInit).text();

describe("an item's picture", () => {
  it("is made once for each theme and kept, also when many ask at a time", async () => {
    const { sharing, media, owner, addItem, storedKeys } = await sharingForTest();
    const id = await addItem();
    const cards = await Promise.all(Array.from({ length: 8 }, () => sharing.previewCard(owner, id, "dark")));
    expect(new Set(await Promise.all(cards.map(textOf)))).toEqual(
      new Set(["card dark of Test: Shared words are heard."]),
    );
    // Two may begin side by side; whoever waited for a place finds the picture there.
    expect(media.cards).toBeLessThanOrEqual(2);
    const made = media.cards;
    await textOf(await sharing.previewCard(owner, id, "dark"));
    expect(media.cards).toBe(made);
    await textOf(await sharing.previewCard(owner, id, "light"));
    expect(media.cards).toBe(made + 1);
    expect(await storedKeys()).toHaveLength(2);
  });

  it("is made anew when its maker has another name, and the old one goes", async () => {
    const { sharing, services, owner, addItem, storedKeys } = await sharingForTest();
    const id = await addItem();
    const before = await sharing.previewCard(owner, id, "colour");
    await services.accounts.changePublicName(owner.userId, "Grace");
    const after = await sharing.previewCard(owner, id, "colour");
    expect(after.etag).not.toBe(before.etag);
    expect(await textOf(after)).toMatch(/of Grace/);
    expect(await storedKeys()).toHaveLength(1);
  });

  it("is made only when that is allowed, and a kept one needs no leave", async () => {
    const { sharing, services, media, owner, addItem } = await sharingForTest();
    const item = await services.history.getItem(owner.workspaceId, await addItem());
    const refuse = () => Promise.reject(new Error("too many"));
    await expect(sharing.openCard(item, "light", refuse)).rejects.toThrow("too many");
    expect(media.cards).toBe(0);
    await textOf(await sharing.openCard(item, "light", async () => undefined));
    expect(await textOf(await sharing.openCard(item, "light", refuse))).toMatch(/^card light/);
  });

  it("names all who speak a dialogue, as its page does", async () => {
    const { sharing, media, owner, addItem } = await sharingForTest();
    const dialogue = ["Clara", "Maya"].map((voiceName) => ({ text: "Hello.", voiceId: voiceName, voiceName }));
    const id = await addItem({ text: "Hello.\nHello.", dialogue });
    await textOf(await sharing.previewCard(owner, id, "light"));
    expect(media.credits).toEqual(["Clara and Maya"]);
  });

  it("shows the beginning of a long text only", async () => {
    const { sharing, owner, addItem } = await sharingForTest();
    const id = await addItem({ text: "😀".repeat(5000) });
    expect(Array.from(await textOf(await sharing.previewCard(owner, id, "light"))).length).toBeLessThan(1600);
  });

  it("goes with its item, and with the account of its maker", async () => {
    const { sharing, services, owner, addItem, storedKeys } = await sharingForTest();
    const [first, second] = [await addItem(), await addItem()];
    for (const id of [first, second]) await textOf(await sharing.previewCard(owner, id, "light"));
    await services.database.update(historyItems).set({ deletedAtMs: 1 }).where(eq(historyItems.id, first));
    await services.history.purgeDeleted();
    expect(await storedKeys()).toEqual([expect.stringContaining(second)]);
    await services.database.delete(users).where(eq(users.id, owner.userId));
    await sharing.sweep();
    expect(await storedKeys()).toEqual([]);
  });

  it("leaves nothing behind when its item is purged while it is stored", async () => {
    const { sharing, storage, owner, addItem, storedKeys } = await sharingForTest();
    const id = await addItem();
    storage.beforePut = () => sharing.removeOfItems([{ workspaceId: owner.workspaceId, historyItemId: id }]);
    await textOf(await sharing.previewCard(owner, id, "light"));
    expect(await storedKeys()).toEqual([]);
  });
});

describe("a media worker without the method", () => {
  it("is named, with what to do about it", async () => {
    const old = {
      renderCard: () => Promise.reject(new TypeError('The RPC receiver does not implement the method "renderCard".')),
      renderVideo: () => Promise.reject(new Error("out of memory")),
    } as unknown as MediaService;
    await expect(mediaPort(old).renderCard({} as never)).rejects.toMatchObject({
      code: "engine_not_configured",
      status: 503,
      userMessage: expect.stringMatching(/MEDIA .* renderCard/),
    });
    await expect(mediaPort(old).renderVideo({} as never, () => undefined)).rejects.toThrow("out of memory");
  });
});

describe("a media worker that is away for a moment", () => {
  it.each(["Network connection lost.", "connect(): Connection refused"])("is waited for: %s", async (message) => {
    const away = {
      renderCard: () => Promise.reject(new Error(message)),
      renderVideo: () => Promise.reject(new Error(message)),
    } as unknown as MediaService;
    await expect(mediaPort(away).renderCard({} as never)).rejects.toMatchObject({
      code: "system_busy",
      status: 503,
      options: { retryAfterSeconds: 1 },
    });
    // The work of a video takes it for what it is, and tries again.
    await expect(mediaPort(away).renderVideo({} as never, () => undefined)).rejects.toThrow(message);
  });

  it("does not hide what goes wrong there", async () => {
    const broken = { renderCard: () => Promise.reject(new Error("out of memory")) } as unknown as MediaService;
    await expect(mediaPort(broken).renderCard({} as never)).rejects.toThrow("out of memory");
  });
});
