/**
 * Object storage as one process uses it that does everything on one thread: one body at a time, in small pieces, and
 * between them goes whoever waits. Written in one go, a sound would hold every page up. Deployed, storage is elsewhere.
 */
import type { ObjectStorage } from "../../app/domains/history/schema";
import { giveWay } from "../../app/lib/give-way";

/** Written in about half a millisecond. */
const PIECE_BYTES = 32 * 1024;

/** The same storage; what it answers and throws is unchanged. */
export function pacedStorage(storage: ObjectStorage): ObjectStorage {
  let last: Promise<unknown> = Promise.resolve();
  /** After all earlier writes, however they ended. */
  function inTurn<T>(write: () => Promise<T>): Promise<T> {
    const writing = last.then(giveWay).then(write);
    last = writing.catch(() => undefined);
    return writing;
  }

  return {
    get: storage.get.bind(storage),
    delete: storage.delete.bind(storage),
    put: ((key: string, value: PutValue, options?: R2PutOptions) =>
      inTurn(() => inPieces(value, (body) => storage.put(key, body, options)))) as ObjectStorage["put"],
    async createMultipartUpload(key, options) {
      const upload = await storage.createMultipartUpload(key, options);
      return {
        key: upload.key,
        uploadId: upload.uploadId,
        uploadPart: (partNumber, value, partOptions) =>
          inTurn(() => inPieces(value, (body) => upload.uploadPart(partNumber, body, partOptions))),
        abort: () => upload.abort(),
        complete: (parts) => upload.complete(parts),
      };
    },
  };
}

type PutValue = Parameters<R2MultipartUpload["uploadPart"]>[1];

/** Writes bytes as a stream of pieces; anything else, and what is one piece, as it is. */
async function inPieces<T>(value: PutValue, write: (body: PutValue) => Promise<T>): Promise<T> {
  if (!(value instanceof Uint8Array) || value.byteLength <= PIECE_BYTES) return write(value);
  const { readable, writable } = new FixedLengthStream(value.byteLength);
  const writer = writable.getWriter();
  const giving = give(writer, value);
  // Where storage fails, that is what is said.
  giving.catch(() => undefined);
  try {
    const stored = await write(readable);
    await giving;
    return stored;
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}

async function give(writer: WritableStreamDefaultWriter<Uint8Array>, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.byteLength; at += PIECE_BYTES) {
    await writer.write(bytes.subarray(at, at + PIECE_BYTES));
    await giveWay();
  }
  await writer.close();
}
