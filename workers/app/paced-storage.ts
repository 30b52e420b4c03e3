/**
 * Object storage as one process uses it that does everything on one thread: bodies are written one at a time, and written and
 * read in small pieces, and between them goes whoever waits. In one go, a sound would hold every page up. Deployed,
 * storage is elsewhere.
 */
import type { ObjectStorage } from "../../app/domains/history/schema";
import { giveWay } from "../../app/lib/give-way";
import { takeBytes } from "../speech/frames";

/** Written in about half a millisecond. */
const PIECE_BYTES = 32 * 1024;
/** Read, and handed on, in about two. */
const READ_PIECE_BYTES = 128 * 1024;

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
    get: (async (key: string, options?: R2GetOptions) => {
      const object = await storage.get(key, options);
      const length = object && bodyLength(object, options?.range);
      return length && length > READ_PIECE_BYTES ? withPacedBody(object as R2ObjectBody, length) : object;
    }) as ObjectStorage["get"],
    head: storage.head.bind(storage),
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

/** Bytes of what is read; null where there is no body, or where only storage knows. */
function bodyLength(object: R2Object | R2ObjectBody, range: R2GetOptions["range"]): number | null {
  if (!("body" in object)) return null;
  if (range === undefined) return object.size;
  const { offset, length } = range as { offset?: number; length?: number };
  return offset === undefined || length === undefined ? null : Math.min(length, object.size - offset);
}

/** The same object, whose `body` comes in pieces. */
function withPacedBody(object: R2ObjectBody, length: number): R2ObjectBody {
  let body: ReadableStream | undefined;
  return new Proxy(object, {
    get(_, name) {
      if (name === "body") {
        body ??= paced(object.body, length);
        return body;
      }
      const value: unknown = Reflect.get(object, name, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}

function paced(body: ReadableStream, length: number): ReadableStream {
  const { readable, writable } = new FixedLengthStream(length);
  void passOn(body.getReader({ mode: "byob" }), writable.getWriter());
  return readable;
}

/** To the end, or until either side breaks, which the other is told. */
async function passOn(
  reader: ReadableStreamBYOBReader,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  try {
    for (;;) {
      const bytes = await takeBytes(reader, READ_PIECE_BYTES);
      if (bytes.length === 0) return await writer.close();
      await writer.write(bytes);
      await giveWay();
    }
  } catch (error) {
    await Promise.allSettled([writer.abort(error), reader.cancel(error)]);
  }
}
