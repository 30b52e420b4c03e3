/**
 * Object storage as one process uses it that does everything on one thread: bodies are written one at a time, and written and
 * read in small pieces, and between them goes whoever waits. In one go, a sound would hold every page up. And a body is asked
 * for in parts: local storage gives all that is asked for into memory at once, however slowly it is read. Deployed, storage
 * is elsewhere.
 */
import type { ObjectStorage } from "../../app/domains/history/schema";
import { giveWay } from "../../app/lib/give-way";
import { takeBytes } from "../speech/frames";

/** Written in about half a millisecond. */
const PIECE_BYTES = 32 * 1024;
/** Read, and handed on, in about two. */
const READ_PIECE_BYTES = 128 * 1024;
/** Asked for at a time, so that a reader who pauses holds no more. */
const PART_BYTES = 4 * READ_PIECE_BYTES;

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
      const asked = askedRange(options?.range);
      if (!asked) return storage.get(key, options);
      const range = { offset: asked.offset, length: Math.min(asked.length, PART_BYTES) };
      const object = await storage.get(key, { ...options, range }).catch(async (error: unknown) => {
        // Nothing has no part.
        if ((await storage.head(key))?.size !== 0) throw error;
        return storage.get(key, options);
      });
      if (!object || !("body" in object)) return object;
      const length = Math.min(asked.length, object.size - asked.offset);
      return length > READ_PIECE_BYTES ? withPacedBody(object as R2ObjectBody, { ...asked, length }, storage) : object;
    }) as ObjectStorage["get"],
    head: storage.head.bind(storage),
    delete: storage.delete.bind(storage),
    list: storage.list.bind(storage),
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

interface ByteRange {
  offset: number;
  length: number;
}

/** What is asked for; null where only storage knows which bytes these are. */
function askedRange(range: R2GetOptions["range"]): ByteRange | null {
  if (range instanceof Headers || (range && "suffix" in range)) return null;
  const { offset = 0, length = Number.POSITIVE_INFINITY } = range ?? {};
  return { offset, length };
}

/** The same object, whose body comes in pieces: `first` has no more than its first part. */
function withPacedBody(first: R2ObjectBody, range: ByteRange, storage: Pick<ObjectStorage, "get">): R2ObjectBody {
  let made: Response | undefined;
  const whole = () => {
    made ??= new Response(paced(first, range, storage));
    return made;
  };
  return new Proxy(first, {
    get(_, name) {
      const owner = BODY_MEMBERS.has(name) ? whole() : first;
      const value: unknown = Reflect.get(owner, name, owner);
      return typeof value === "function" ? value.bind(owner) : value;
    },
  });
}

/** What an object and an answer both have. */
const BODY_MEMBERS = new Set<string | symbol>(["body", "bodyUsed", "arrayBuffer", "bytes", "text", "json", "blob"]);

function paced(first: R2ObjectBody, range: ByteRange, storage: Pick<ObjectStorage, "get">): ReadableStream {
  const { readable, writable } = new FixedLengthStream(range.length);
  void passOn(first, range, storage, writable.getWriter());
  return readable;
}

/** To the end, or until either side breaks, which the other is told. */
async function passOn(
  first: R2ObjectBody,
  { offset, length }: ByteRange,
  storage: Pick<ObjectStorage, "get">,
  writer: WritableStreamDefaultWriter<Uint8Array>,
): Promise<void> {
  let reader = readerOf(first);
  try {
    for (let passed = 0; passed < length; ) {
      if (passed > 0 && passed % PART_BYTES === 0) {
        const range = { offset: offset + passed, length: Math.min(PART_BYTES, length - passed) };
        const next = await storage.get(first.key, { range, onlyIf: { etagMatches: first.etag } });
        if (!next || !("body" in next)) throw new Error("a stored object went while it was read");
        reader = readerOf(next as R2ObjectBody);
      }
      const bytes = await takeBytes(reader, Math.min(READ_PIECE_BYTES, length - passed));
      if (bytes.length === 0) throw new Error("a stored object ended before its end");
      passed += bytes.length;
      await writer.write(bytes);
      await giveWay();
    }
    await writer.close();
  } catch (error) {
    await Promise.allSettled([writer.abort(error), reader.cancel(error)]);
  }
}

const readerOf = ({ body }: R2ObjectBody) => body.getReader({ mode: "byob" });
