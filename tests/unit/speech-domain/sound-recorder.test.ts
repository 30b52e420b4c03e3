import { describe, expect, test } from "vitest";
import { PART_BYTES, recordSound } from "../../../app/domains/speech/sound-recorder";
import { joinBytes } from "../../../app/lib/join-bytes";
import { memoryStorage } from "../../support/memory-storage";

function noise(length: number): Uint8Array {
  const bytes = new Uint8Array(length);
  for (let i = 0; i < length; i++) bytes[i] = (i * 31) % 251;
  return bytes;
}

function wav(dataBytes: number): Uint8Array {
  const bytes = new Uint8Array(44 + dataBytes);
  const view = new DataView(bytes.buffer);
  const letters = (offset: number, word: string) => bytes.set(new TextEncoder().encode(word), offset);
  letters(0, "RIFF");
  view.setUint32(4, 0xffffffff, true);
  letters(8, "WAVEfmt ");
  view.setUint32(16, 16, true);
  letters(36, "data");
  view.setUint32(40, 0xffffffff, true);
  bytes.set(noise(dataBytes), 44);
  return bytes;
}

function recorder(storage = memoryStorage()) {
  const errors: unknown[] = [];
  const recording = recordSound({ storage, key: "k", contentType: "audio/mpeg", reportError: (e) => errors.push(e) });
  return { storage, errors, recording };
}

async function record(recording: ReturnType<typeof recorder>["recording"], bytes: Uint8Array, pieceBytes: number) {
  for (let at = 0; at < bytes.length; at += pieceBytes) await recording.append(bytes.slice(at, at + pieceBytes));
  return recording.finish();
}

describe("a recording", () => {
  test("that is short is stored in one piece", async () => {
    const { storage, recording } = recorder();
    expect(await record(recording, noise(1000), 100)).toEqual({ key: "k", bytes: 1000 });
    expect(storage.objects.get("k")).toEqual(noise(1000));
  });

  test.each([PART_BYTES, PART_BYTES + 1, 2 * PART_BYTES, Math.round(3.4 * PART_BYTES)])(
    "of %i bytes is stored in parts and is whole",
    async (length) => {
      const { storage, recording } = recorder();
      const bytes = noise(length);
      expect(await record(recording, bytes, 700_001)).toEqual({ key: "k", bytes: length });
      expect(Buffer.compare(storage.objects.get("k")!, bytes)).toBe(0);
      expect(storage.openUploads.size).toBe(0);
    },
  );

  test.each([1000, 2 * PART_BYTES])("of a WAV with %i bytes of sound gets its true sizes", async (dataBytes) => {
    const { storage, recording } = recorder();
    const bytes = wav(dataBytes);
    await record(recording, bytes, 600_000);
    const stored = storage.objects.get("k")!;
    const view = new DataView(stored.buffer, stored.byteOffset);
    expect(view.getUint32(4, true)).toBe(stored.byteLength - 8);
    expect(view.getUint32(40, true)).toBe(dataBytes);
    expect(Buffer.compare(stored.subarray(44), bytes.subarray(44))).toBe(0);
  });

  test("does not change bytes that are on their way to the caller", async () => {
    const { recording } = recorder();
    const bytes = wav(100);
    const copy = bytes.slice();
    await recording.append(bytes);
    await recording.finish();
    expect(bytes).toEqual(copy);
  });

  test.each([1000, 2 * PART_BYTES + 5])("of %i bytes survives a storage that fails once", async (length) => {
    const { storage, errors, recording } = recorder();
    storage.failNextWrites(1);
    expect(await record(recording, noise(length), 400_000)).toEqual({ key: "k", bytes: length });
    expect(joinBytes([storage.objects.get("k")!]).byteLength).toBe(length);
    expect(errors).toEqual([]);
  });

  test.each([1000, 2 * PART_BYTES + 5])("of %i bytes is given up, and said so, when it fails twice", async (length) => {
    const { storage, errors, recording } = recorder();
    storage.failNextWrites(2);
    expect(await record(recording, noise(length), 400_000)).toBeNull();
    expect(storage.objects.size).toBe(0);
    expect(storage.openUploads.size).toBe(0);
    expect(errors).toHaveLength(1);
  });

  test("that is discarded leaves nothing behind", async () => {
    const { storage, recording } = recorder();
    await recording.append(noise(2 * PART_BYTES + 10));
    expect(storage.openUploads.size).toBe(1);
    await recording.discard();
    expect(storage.openUploads.size).toBe(0);
    expect(storage.objects.size).toBe(0);
    expect(await recording.finish()).toBeNull();
  });
});
