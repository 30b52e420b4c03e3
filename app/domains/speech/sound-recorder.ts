/**
 * Writes a sound to object storage while it is made: short ones in one piece, longer ones in parts, so that memory
 * stays bounded. A step that fails is tried once more; if it fails again the recording is given up and the caller is
 * still served.
 */
import { joinBytes } from "../../lib/join-bytes";
import type { ObjectStorage } from "../history/schema";
import type { StoredSound } from "./schema";
import { writeWavSizes } from "./wav-header";

/** The least that storage takes for any part but the last; all parts but the last are of one size. */
export const PART_BYTES = 5 * 1024 * 1024;

export interface SoundRecorder {
  /** Resolves when more may be given. Bytes are kept as they are, so do not change them afterwards. */
  append(bytes: Uint8Array): Promise<void>;
  /** Null when the sound could not be stored. */
  finish(): Promise<StoredSound | null>;
  /** Leaves nothing behind. */
  discard(): Promise<void>;
}

export function recordSound(options: {
  storage: ObjectStorage;
  key: string;
  contentType: string;
  reportError(error: unknown): void;
}): SoundRecorder {
  const { storage, key, contentType, reportError } = options;
  const metadata = { httpMetadata: { contentType } };
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let totalBytes = 0;
  /** The first part waits for the end: a WAV's sizes are in it. */
  let head: Uint8Array | null = null;
  let upload: R2MultipartUpload | null = null;
  const parts: R2UploadedPart[] = [];
  let state: "open" | "given-up" | "ended" = "open";

  async function giveUp(error: unknown): Promise<void> {
    reportError(error);
    state = "given-up";
    await abort();
  }

  async function abort(): Promise<void> {
    pending = [];
    head = null;
    await upload?.abort().catch(reportError);
    upload = null;
  }

  /** Takes exactly one part off what is pending. */
  function takePart(): Uint8Array {
    const all = joinBytes(pending);
    const rest = all.subarray(PART_BYTES);
    pending = rest.byteLength > 0 ? [rest] : [];
    pendingBytes = rest.byteLength;
    return all.subarray(0, PART_BYTES);
  }

  async function uploadPart(bytes: Uint8Array, partNumber: number): Promise<void> {
    upload ??= await twice(() => storage.createMultipartUpload(key, metadata));
    const current = upload;
    parts.push(await twice(() => current.uploadPart(partNumber, bytes)));
  }

  async function store(): Promise<void> {
    const [only] = pending;
    // A copy: a single piece may still be on its way to the caller.
    const rest = pending.length === 1 && only ? only.slice() : joinBytes(pending);
    if (!head) {
      writeWavSizes(rest, totalBytes);
      await twice(() => storage.put(key, rest, metadata));
      return;
    }
    if (rest.byteLength > 0) await uploadPart(rest, parts.length + 2);
    writeWavSizes(head, totalBytes);
    await uploadPart(head, 1);
    parts.sort((a, b) => a.partNumber - b.partNumber);
    await twice(async () => upload?.complete(parts));
  }

  return {
    async append(bytes) {
      if (state !== "open") return;
      pending.push(bytes);
      pendingBytes += bytes.byteLength;
      totalBytes += bytes.byteLength;
      try {
        while (pendingBytes >= PART_BYTES) {
          const part = takePart();
          if (head) await uploadPart(part, parts.length + 2);
          else head = part.slice();
        }
      } catch (error) {
        await giveUp(error);
      }
    },

    async finish() {
      if (state !== "open") return null;
      state = "ended";
      try {
        await store();
        return { key, bytes: totalBytes };
      } catch (error) {
        await giveUp(error);
        return null;
      } finally {
        pending = [];
        head = null;
      }
    },

    async discard() {
      if (state !== "open") return;
      state = "ended";
      await abort();
    },
  };
}

/** One more try for what may be a passing failure. */
export async function twice<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch {
    return step();
  }
}
