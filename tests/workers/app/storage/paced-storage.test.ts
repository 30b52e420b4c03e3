import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { ObjectStorage } from "../../../../app/domains/history/schema";
import { pacedStorage } from "../../../../workers/app/paced-storage";

const bytesOf = (length: number, first = 0) => Uint8Array.from({ length }, (_, i) => (first + i) % 251);
const stored = async (key: string) => new Uint8Array(await (await env.STORAGE.get(key))!.arrayBuffer());

/** Where two sounds differ first; −1 where they do not. */
const difference = (bytes: Uint8Array, other: Uint8Array) =>
  bytes.length === other.length
    ? bytes.findIndex((byte, i) => byte !== other[i])
    : Math.min(bytes.length, other.length);

/** The bucket, with every write noted as it begins and ends. */
function watched(notes: string[], change: Partial<ObjectStorage> = {}): ObjectStorage {
  const bucket = env.STORAGE;
  return {
    get: bucket.get.bind(bucket),
    head: bucket.head.bind(bucket),
    delete: bucket.delete.bind(bucket),
    list: bucket.list.bind(bucket),
    createMultipartUpload: bucket.createMultipartUpload.bind(bucket),
    put: (async (...args: Parameters<R2Bucket["put"]>) => {
      notes.push(`begins ${args[0]}`);
      const object = await bucket.put(...args);
      notes.push(`ended ${args[0]}`);
      return object;
    }) as ObjectStorage["put"],
    ...change,
  };
}

describe("storage in pieces", () => {
  it("keeps every byte, whatever the length", async () => {
    const storage = pacedStorage(env.STORAGE);
    for (const length of [0, 1, 32 * 1024, 32 * 1024 + 1, 3 * 32 * 1024, 333_333]) {
      const object = await storage.put(`paced/${length}`, bytesOf(length), {
        httpMetadata: { contentType: "audio/mpeg" },
      });
      expect(object.size).toBe(length);
      expect(difference(await stored(`paced/${length}`), bytesOf(length))).toBe(-1);
      expect((await env.STORAGE.head(`paced/${length}`))?.httpMetadata?.contentType).toBe("audio/mpeg");
    }
  });

  it("keeps texts as they are", async () => {
    await pacedStorage(env.STORAGE).put("paced/text", "naïve ☂");
    expect(await (await env.STORAGE.get("paced/text"))!.text()).toBe("naïve ☂");
  });

  it("lets others go first between two pieces", async () => {
    let turns = 0;
    let writing = true;
    const others = (async () => {
      for (; writing; turns++) await new Promise((resolve) => setTimeout(resolve));
    })();
    await pacedStorage(env.STORAGE).put("paced/turns", bytesOf(10 * 32 * 1024));
    writing = false;
    await others;
    expect(turns).toBeGreaterThanOrEqual(8);
  });

  it("writes one body after the other, and goes on after one that failed", async () => {
    const notes: string[] = [];
    const storage = pacedStorage(watched(notes));
    const broken = new ReadableStream({ start: (controller) => controller.error(new Error("it broke")) });
    const writes = [
      storage.put("paced/a", bytesOf(100_000)),
      storage.put("paced/broken", broken),
      storage.put("paced/b", "short"),
    ];
    const [a, failed, b] = await Promise.allSettled(writes);
    expect([a?.status, failed?.status, b?.status]).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(notes).toEqual([
      "begins paced/a",
      "ended paced/a",
      "begins paced/broken",
      "begins paced/b",
      "ended paced/b",
    ]);
  });

  it("says what storage says where it refuses before it has read all", async () => {
    const refusing = pacedStorage(
      watched([], {
        put: (async () => {
          throw new Error("storage is out of order");
        }) as ObjectStorage["put"],
      }),
    );
    await expect(refusing.put("paced/refused", bytesOf(200_000))).rejects.toThrow("storage is out of order");
  });

  describe("reading", () => {
    const PIECE = 128 * 1024;
    const PART = 4 * PIECE;

    it("gives every byte, whole or in part, with the length of what is sent", async () => {
      const storage = pacedStorage(env.STORAGE);
      for (const length of [0, 1, PIECE, PIECE + 1, 3 * PIECE, PART, PART + 1, 2 * PART, 1_700_001]) {
        await env.STORAGE.put("paced/read", bytesOf(length));
        const answer = new Response((await storage.get("paced/read"))!.body);
        expect(difference(new Uint8Array(await answer.arrayBuffer()), bytesOf(length))).toBe(-1);
      }
      const part = (await storage.get("paced/read", { range: { offset: 1000, length: 400_000 } }))!;
      const sent = new Uint8Array(await new Response(part.body).arrayBuffer());
      expect(difference(sent, bytesOf(1_700_001).subarray(1000, 401_000))).toBe(-1);
      for (const range of [{ offset: 500_000, length: 9_999_999 }, { offset: 500_000 }, { suffix: 1_200_001 }]) {
        const end = (await storage.get("paced/read", { range }))!;
        expect((await new Response(end.body).arrayBuffer()).byteLength).toBe(1_200_001);
      }
    });

    it("keeps all else of an object as it is", async () => {
      const bytes = bytesOf(2 * PART);
      await env.STORAGE.put("paced/object", bytes, { httpMetadata: { contentType: "audio/wav" } });
      const object = (await pacedStorage(env.STORAGE).get("paced/object"))!;
      expect([object.key, object.size, object.httpMetadata?.contentType]).toEqual([
        "paced/object",
        2 * PART,
        "audio/wav",
      ]);
      expect(difference(new Uint8Array(await object.arrayBuffer()), bytes)).toBe(-1);
      expect(object.bodyUsed).toBe(true);
      const again = (await pacedStorage(env.STORAGE).get("paced/object"))!;
      expect(difference(await again.bytes(), bytes)).toBe(-1);
      expect(await pacedStorage(env.STORAGE).get("paced/nothing")).toBeNull();
    });

    it("lets others go first between two pieces", async () => {
      await env.STORAGE.put("paced/turns", bytesOf(10 * PIECE));
      let turns = 0;
      let reading = true;
      const others = (async () => {
        for (; reading; turns++) await new Promise((resolve) => setTimeout(resolve));
      })();
      const object = (await pacedStorage(env.STORAGE).get("paced/turns"))!;
      await new Response(object.body).arrayBuffer();
      reading = false;
      await others;
      expect(turns).toBeGreaterThanOrEqual(8);
    });

    it("asks for a part once the one before was read, so that who pauses holds little", async () => {
      await env.STORAGE.put("paced/paused", bytesOf(4 * PART));
      const asked: R2GetOptions["range"][] = [];
      const storage = pacedStorage(
        watched([], {
          get: ((key: string, options?: R2GetOptions) => {
            asked.push(options?.range);
            return env.STORAGE.get(key, options);
          }) as ObjectStorage["get"],
        }),
      );
      const reader = (await storage.get("paced/paused"))!.body.getReader();
      let read = 0;
      while (read < PART) read += (await reader.read()).value!.length;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(asked).toEqual([
        { offset: 0, length: PART },
        { offset: PART, length: PART },
      ]);
      for (let step = await reader.read(); !step.done; step = await reader.read()) read += step.value.length;
      expect(read).toBe(4 * PART);
      expect(asked).toHaveLength(4);
    });

    it.each([
      ["is deleted", () => env.STORAGE.delete("paced/going")],
      ["is written anew", () => env.STORAGE.put("paced/going", bytesOf(4 * PART, 7))],
    ])("fails where the object %s meanwhile, and gives nothing of another", async (_, change) => {
      await env.STORAGE.put("paced/going", bytesOf(4 * PART));
      const reader = (await pacedStorage(env.STORAGE).get("paced/going"))!.body.getReader();
      await reader.read();
      await change();
      const readAll = async () => {
        for (let step = await reader.read(); !step.done; step = await reader.read());
      };
      await expect(readAll()).rejects.toThrow("a stored object went while it was read");
    });

    it("may be left in the middle", async () => {
      await env.STORAGE.put("paced/left", bytesOf(10 * PIECE));
      const reader = (await pacedStorage(env.STORAGE).get("paced/left"))!.body.getReader();
      expect((await reader.read()).done).toBe(false);
      await reader.cancel();
    });
  });

  it("puts the parts of a long sound together", async () => {
    const part = 5 * 1024 * 1024;
    const upload = await pacedStorage(env.STORAGE).createMultipartUpload("paced/long");
    const parts = await Promise.all([upload.uploadPart(1, bytesOf(part)), upload.uploadPart(2, bytesOf(1000, 7))]);
    await upload.complete(parts);
    const all = await stored("paced/long");
    expect(all.byteLength).toBe(part + 1000);
    expect(all.subarray(part)).toEqual(bytesOf(1000, 7));
  });
});
