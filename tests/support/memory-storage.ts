/** Object storage in memory, with failures on demand: for tests of what the product does when storage fails. */
import type { ObjectStorage } from "../../app/domains/history/schema";
import { joinBytes } from "../../app/lib/join-bytes";

export interface MemoryStorage extends ObjectStorage {
  objects: Map<string, Uint8Array>;
  /** Uploads begun and neither completed nor aborted. */
  openUploads: Set<string>;
  /** The next so many writes fail, of objects whose key ends so. */
  failNextWrites(count: number, ending?: string): void;
}

export function memoryStorage(): MemoryStorage {
  const objects = new Map<string, Uint8Array>();
  const openUploads = new Set<string>();
  let failures = 0;
  let failingEnding = "";
  const write = (key: string) => {
    if (failures > 0 && key.endsWith(failingEnding)) {
      failures--;
      throw new Error("storage is out of order");
    }
  };
  const storage = {
    objects,
    openUploads,
    failNextWrites: (count: number, ending = "") => {
      failures = count;
      failingEnding = ending;
    },
    async put(key: string, value: Uint8Array | string) {
      write(key);
      objects.set(key, typeof value === "string" ? new TextEncoder().encode(value) : value.slice());
      return { key };
    },
    async get(key: string, options?: { range?: { offset: number; length: number } }) {
      const bytes = objects.get(key);
      if (!bytes) return null;
      const { offset, length } = options?.range ?? { offset: 0, length: bytes.byteLength };
      const response = new Response(bytes.slice(offset, offset + length) as BodyInit);
      return {
        key,
        size: bytes.byteLength,
        body: response.body,
        bytes: async () => new Uint8Array(await response.arrayBuffer()),
        json: () => response.json(),
      };
    },
    async head(key: string) {
      const bytes = objects.get(key);
      return bytes ? { key, size: bytes.byteLength } : null;
    },
    async delete(keys: string | string[]) {
      for (const key of [keys].flat()) objects.delete(key);
    },
    async createMultipartUpload(key: string) {
      write(key);
      const parts = new Map<number, Uint8Array>();
      openUploads.add(key);
      return {
        key,
        async uploadPart(partNumber: number, value: Uint8Array) {
          write(key);
          parts.set(partNumber, value.slice());
          return { partNumber, etag: String(partNumber) };
        },
        async complete(uploaded: { partNumber: number }[]) {
          write(key);
          const pieces = uploaded.map(({ partNumber }) => parts.get(partNumber)!);
          // As the real one: all parts but the last are of one size.
          const sizes = new Set(pieces.slice(0, -1).map((piece) => piece.byteLength));
          if (sizes.size > 1) throw new Error("parts differ in size");
          objects.set(key, joinBytes(pieces));
          openUploads.delete(key);
        },
        async abort() {
          openUploads.delete(key);
        },
      };
    },
  };
  return storage as unknown as MemoryStorage;
}
