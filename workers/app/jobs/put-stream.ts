import { joinBytes } from "../../../app/lib/join-bytes";

/** The least that storage takes for any part but the last; all parts but the last are of one size. */
const PART_BYTES = 5 * 1024 * 1024;

export type StreamStorage = Pick<R2Bucket, "put" | "createMultipartUpload">;

/**
 * Stores a stream of unknown length under `key`, in one piece when it is short and in parts otherwise, holding at most
 * two parts in memory. Answers its length in bytes. When it rejects, nothing is stored.
 */
export async function putStream(
  storage: StreamStorage,
  key: string,
  stream: ReadableStream<Uint8Array>,
  options: R2PutOptions & R2MultipartOptions,
): Promise<number> {
  let pending: Uint8Array[] = [];
  let pendingBytes = 0;
  let totalBytes = 0;
  let upload: R2MultipartUpload | undefined;
  const parts: R2UploadedPart[] = [];
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value: chunk } = await reader.read();
      if (done) break;
      pending.push(chunk);
      pendingBytes += chunk.byteLength;
      totalBytes += chunk.byteLength;
      while (pendingBytes >= PART_BYTES) {
        const all = joinBytes(pending);
        upload ??= await storage.createMultipartUpload(key, options);
        parts.push(await upload.uploadPart(parts.length + 1, all.subarray(0, PART_BYTES)));
        pending = [all.subarray(PART_BYTES)];
        pendingBytes -= PART_BYTES;
      }
    }
    const rest = joinBytes(pending);
    if (!upload) await storage.put(key, rest, options);
    else {
      if (rest.byteLength > 0) parts.push(await upload.uploadPart(parts.length + 1, rest));
      await upload.complete(parts);
    }
    return totalBytes;
  } catch (error) {
    await reader.cancel(error).catch(() => undefined);
    await upload?.abort().catch(() => undefined);
    throw error;
  }
}
