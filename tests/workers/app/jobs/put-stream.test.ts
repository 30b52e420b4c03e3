import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { putStream } from "../../../../workers/app/jobs/put-stream";

const MIB = 1024 * 1024;

/** `bytes` bytes whose values follow from their place, in pieces of `piece`. */
function streamOf(bytes: number, piece: number, failAt = Number.POSITIVE_INFINITY): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= failAt) return controller.error(new Error("source broke"));
      if (at >= bytes) return controller.close();
      const length = Math.min(piece, bytes - at);
      controller.enqueue(Uint8Array.from({ length }, (_, i) => (at + i) % 251));
      at += length;
    },
  });
}

describe("storing a stream of unknown length", () => {
  it.each([0, 1, 5 * MIB - 1, 5 * MIB, 5 * MIB + 1, 11 * MIB])("keeps all of %i bytes", async (bytes) => {
    expect(
      await putStream(env.STORAGE, `stream-${bytes}`, streamOf(bytes, 700_001), {
        httpMetadata: { contentType: "a/b" },
      }),
    ).toBe(bytes);
    const object = await env.STORAGE.get(`stream-${bytes}`);
    expect([object!.size, object!.httpMetadata?.contentType]).toEqual([bytes, "a/b"]);
    const stored = await object!.bytes();
    expect(stored.findIndex((byte, i) => byte !== i % 251)).toBe(-1);
  });

  it.each([1 * MIB, 7 * MIB])("leaves nothing when the source breaks after %i bytes", async (failAt) => {
    await expect(putStream(env.STORAGE, "broken", streamOf(20 * MIB, MIB, failAt), {})).rejects.toThrow("source broke");
    expect(await env.STORAGE.head("broken")).toBeNull();
  });
});
