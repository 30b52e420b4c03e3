/** What a charge and the history item written with it must do, on either engine. */
import { and, eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { type BillingService, createBillingService } from "../../app/domains/billing/service";
import type { NewAudioFile, StoredAudio, UncountedItem } from "../../app/domains/history/schema";
import { createHistoryService, type HistoryService } from "../../app/domains/history/service";
import type { WorkspaceEvent } from "../../app/domains/workspaces/ports";
import { newId } from "../../app/lib/ids";
import type { Database } from "../../db/client";
import { apiKeys, audioFiles, creditReservations, historyItems, subscriptions, usageDays } from "../../db/schema";
import { noSlots } from "./memory-slots";

export interface Books {
  database: Database;
  billing: BillingService;
  history: HistoryService;
  /** What open tabs were told, in lists of what came in one moment. */
  told: WorkspaceEvent[][];
}

/** Both services over a database, with their events noted. */
export function openBooks(database: Database): Books {
  const told: WorkspaceEvent[][] = [];
  let moment: WorkspaceEvent[] | null = null;
  const events = {
    async publish(_workspaceId: string, published: WorkspaceEvent[]) {
      if (!moment) {
        moment = [];
        told.push(moment);
        setTimeout(() => {
          moment = null;
        });
      }
      moment.push(...published);
    },
  };
  const unused = () => Promise.reject(new Error("unused"));
  const shared = { database, events, waitUntil: (work: Promise<unknown>) => void work, nowMs: Date.now };
  return {
    database,
    told,
    billing: createBillingService({
      ...shared,
      slots: noSlots,
    }),
    history: createHistoryService({
      ...shared,
      storage: { get: unused, put: unused, delete: unused, createMultipartUpload: unused } as never,
      transcoder: { decode: unused, transcode: unused },
      schedulePurge: async () => undefined,
      itemsPurged: async () => undefined,
    }),
  };
}

interface Member {
  workspaceId: string;
  userId: string;
}

export function newSound(workspaceId: string, fingerprint: string): NewAudioFile {
  const id = newId("audio");
  const names = { audioKey: `${id}.mp3`, timingsKey: `${id}.timings.json` };
  const format = { outputFormat: "mp3_44100_128", contentType: "audio/mpeg" };
  return { id, workspaceId, fingerprint, ...names, ...format, bytes: 4, durationMs: 1000, peaks: [1, 2, 3] };
}

export function itemFor(
  { workspaceId, userId }: Member,
  requestId: string,
  audio: NewAudioFile | StoredAudio = newSound(workspaceId, requestId),
): UncountedItem {
  return {
    id: newId("hist"),
    workspaceId,
    userId,
    requestId,
    voiceId: "v",
    voiceName: "Ada",
    voiceCategory: "premade",
    modelId: "m",
    text: `It's "${requestId}"; 100 % of it — 日本`,
    dialogue: [{ text: "It's", voiceId: "v", voiceName: "Ada" }],
    settings: { speed: 1, use_speaker_boost: true },
    source: "TTS",
    language: "",
    seed: null,
    audio,
  };
}

export const chargeOf = ({ userId }: Member, requestId: string, credits: number) => ({
  requestId,
  credits,
  usage: [{ userId, voiceId: "v", modelId: "m", source: "TTS", credits }],
});

export async function booksOf({ database }: Books, { workspaceId }: Member) {
  const [subscription] = await database.select().from(subscriptions).where(eq(subscriptions.workspaceId, workspaceId));
  const of = { usage: usageDays, items: historyItems, files: audioFiles, keys: apiKeys, holds: creditReservations };
  const [usage, items, files, keys, holds] = await Promise.all([
    database.select().from(of.usage).where(eq(of.usage.workspaceId, workspaceId)),
    database.select().from(of.items).where(eq(of.items.workspaceId, workspaceId)),
    database.select().from(of.files).where(eq(of.files.workspaceId, workspaceId)),
    database
      .select()
      .from(of.keys)
      .where(and(eq(of.keys.workspaceId, workspaceId), eq(of.keys.name, "charged"))),
    database.select().from(of.holds).where(eq(of.holds.workspaceId, workspaceId)),
  ]);
  return {
    used: subscription!.characterCount,
    held: subscription!.charactersReserved,
    usedByDay: usage.reduce((sum, day) => sum + day.characters, 0),
    usedByKey: keys[0]?.creditsUsed ?? 0,
    holds,
    items,
    files,
  };
}

const later = () => new Promise((resolve) => setTimeout(resolve, 5));

/** Registers the tests. `newMember` makes a workspace with an owner; ids of requests must be new in the database. */
export function chargeContract(name: string, open: () => { database: Database; newMember(): Promise<Member> }): void {
  /** A workspace with a key, by which `requestId` holds 80 credits; 100 were used before. */
  async function holding() {
    const { database, newMember } = open();
    const books = openBooks(database);
    const member = await newMember();
    const { workspaceId, userId } = member;
    const apiKeyId = newId("key");
    await books.billing.reserve({ requestId: newId("req"), workspaceId, credits: 0 });
    await database.insert(apiKeys).values({
      ...{ id: apiKeyId, workspaceId, userId, name: "charged", keyHash: apiKeyId },
      ...{ preview: "abcd", createdAtMs: 0, creditLimit: 5000 },
    });
    const hold = async (credits: number) => {
      const requestId = newId("req");
      await books.billing.reserve({ requestId, workspaceId, credits, apiKeyId });
      return requestId;
    };
    const first = await hold(100);
    await books.billing.settle(chargeOf(member, first, 100));
    const requestId = await hold(80);
    await later();
    books.told.length = 0;
    return { books, member, hold, requestId };
  }
  const settleWith = (
    { billing, history }: Books,
    member: Member,
    requestId: string,
    credits: number,
    item: UncountedItem,
    added: (audio: StoredAudio) => void = () => {},
  ) => billing.settle(chargeOf(member, requestId, credits), history.itemAlongside(item, added));

  describe(`a charge and its history item, on ${name}`, () => {
    it("are written together, with the file, the usage and the key's credits, and told in one moment", async () => {
      const { books, member, requestId } = await holding();
      const item = itemFor(member, requestId);
      let added: StoredAudio | undefined;
      const settlement = await settleWith(books, member, requestId, 30, item, (audio) => {
        added = audio;
      });
      expect(settlement).toEqual({ charged: 30, characterCountFrom: 100, characterCountTo: 130 });
      expect(await booksOf(books, member)).toMatchObject({ used: 130, held: 0, usedByDay: 130, usedByKey: 130 });
      const listed = await books.history.getItem(member.workspaceId, item.id);
      expect(listed).toMatchObject({ ...item, ...{ characterCountFrom: 100, characterCountTo: 130 }, audio: added });
      expect(listed.audio.id).toBe(item.audio.id);
      const found = await books.history.listHistory(member.workspaceId, {
        ...{ pageSize: 10, sortDirection: "desc", search: requestId },
      });
      expect(found.items).toEqual([listed]);
      await later();
      expect(books.told).toMatchObject([
        [
          { type: "credits_changed", used: 130, reserved: 0 },
          { type: "history_added", item: { history_item_id: item.id, character_count_change_to: 130 } },
        ],
      ]);
    });

    it("are written once, however often they are repeated, also with another item", async () => {
      const { books, member, requestId } = await holding();
      const item = itemFor(member, requestId);
      let added = 0;
      for (const again of [item, item, { ...item, id: newId("hist"), requestId: newId("req") }])
        expect(
          await settleWith(books, member, requestId, 30, again, () => {
            added++;
          }),
        ).toEqual({ charged: 30, characterCountFrom: 100, characterCountTo: 130 });
      const { used, items, files } = await booksOf(books, member);
      expect([used, items.map(({ id }) => id), files.length, added]).toEqual([130, [item.id], 1, 1]);
      await later();
      expect(books.told.flat()).toHaveLength(2);
    });

    it("fail together: nothing is charged, counted or told, the credits stay held, and can be charged alone", async () => {
      const { books, member, requestId, hold } = await holding();
      const taken = itemFor(member, requestId);
      await settleWith(books, member, await hold(1), 1, taken);
      await later();
      books.told.length = 0;
      const before = await booksOf(books, member);
      const gone = { ...newSound(member.workspaceId, ""), id: "audio_gone" };
      const { fingerprint: _none, workspaceId: _neither, ...unknownFile } = gone;
      for (const item of [itemFor(member, requestId), itemFor(member, newId("req"), unknownFile)])
        await expect(settleWith(books, member, requestId, 30, item)).rejects.toThrow();
      expect(await booksOf(books, member)).toEqual(before);
      await later();
      expect(books.told).toEqual([]);
      await books.billing.settle(chargeOf(member, requestId, 30));
      const { items, ...after } = await booksOf(books, member);
      expect(after).toMatchObject({ used: 131, held: 0, usedByDay: 131, usedByKey: 131 });
      expect(items).toHaveLength(1);
    });

    it("are both refused after the credits were given back, and for more than was held", async () => {
      const { books, member, requestId } = await holding();
      const item = itemFor(member, requestId);
      await expect(settleWith(books, member, requestId, 81, item)).rejects.toThrow(RangeError);
      await books.billing.release(requestId);
      await expect(settleWith(books, member, requestId, 30, item)).rejects.toMatchObject({ code: "conflict" });
      const { items, files, ...after } = await booksOf(books, member);
      expect([items, files]).toEqual([[], []]);
      expect(after).toMatchObject({ used: 100, held: 0, usedByDay: 100, usedByKey: 100 });
    });

    it("of many requests at once have counts that follow each other without a gap", async () => {
      const { books, member, hold } = await holding();
      const charges = await Promise.all(
        Array.from({ length: 20 }, async (_, i) => ({ requestId: await hold(40), credits: 20 + i })),
      );
      const settled = await Promise.all(
        charges.map(({ requestId, credits }) =>
          settleWith(books, member, requestId, credits, itemFor(member, requestId)),
        ),
      );
      const { items, used } = await booksOf(books, member);
      const inOrder = items.sort((a, b) => a.characterCountFrom - b.characterCountFrom);
      expect(inOrder.map(({ characterCountFrom }) => characterCountFrom)).toEqual([
        100,
        ...inOrder.slice(0, -1).map(({ characterCountTo }) => characterCountTo),
      ]);
      expect(inOrder.at(-1)!.characterCountTo).toBe(used);
      expect(used).toBe(charges.reduce((sum, { credits }) => sum + credits, 100));
      charges.forEach(({ requestId }, i) => {
        const { characterCountFrom, characterCountTo } = items.find((item) => item.requestId === requestId)!;
        expect({ ...settled[i]!, charged: 0 }).toEqual({ charged: 0, characterCountFrom, characterCountTo });
      });
    });

    it("of equal requests at once share the file of the faster one, which each is told", async () => {
      const { books, member, hold } = await holding();
      const requests = await Promise.all([hold(10), hold(10), hold(10)]);
      const told: string[] = [];
      await Promise.all(
        requests.map((requestId) => {
          const item = itemFor(member, requestId, newSound(member.workspaceId, "the same"));
          return settleWith(books, member, requestId, 10, item, ({ id }) => told.push(id));
        }),
      );
      const { items, files, used } = await booksOf(books, member);
      expect(files).toHaveLength(1);
      expect(used).toBe(130);
      expect(items.map(({ audioFileId }) => audioFileId)).toEqual(Array(3).fill(files[0]!.id));
      expect(told).toEqual(Array(3).fill(files[0]!.id));
      // A repeat refers to the known file.
      const requestId = await hold(10);
      const audio = await books.history.findAudioByFingerprint(member.workspaceId, "the same");
      await settleWith(books, member, requestId, 10, itemFor(member, requestId, audio!));
      expect((await booksOf(books, member)).items).toHaveLength(4);
    });
  });
}
