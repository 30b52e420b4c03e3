import { AppError } from "./app-error";

/**
 * The bytes of a request's body, or null as soon as its declared or its received length passes the limit: a body in
 * chunks declares none, and must not be held whole before it is refused.
 * @throws AppError unsupported_encoding (415) for a compressed body; invalid_request (499) where the client leaves before its
 * end: nobody reads that, but the log does.
 */
export async function readBoundedBody(request: Request, limitBytes: number): Promise<Uint8Array<ArrayBuffer> | null> {
  refuseCompressed(request);
  if (Number(request.headers.get("content-length") ?? 0) > limitBytes) return null;
  if (!request.body) return new Uint8Array();
  const pieces: Uint8Array[] = [];
  let length = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> = request.body.getReader();
  const read = () =>
    reader.read().catch((cause: unknown) => {
      throw new AppError("invalid_request", 499, "The request's body did not come to its end.", { cause });
    });
  for (let next = await read(); !next.done; next = await read()) {
    length += next.value.byteLength;
    if (length > limitBytes) {
      // Left to be read to its end, see workers/app/unread-body.ts: a client may read no answer before it has sent everything.
      reader.releaseLock();
      return null;
    }
    pieces.push(next.value);
  }
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const piece of pieces) {
    bytes.set(piece, offset);
    offset += piece.byteLength;
  }
  return bytes;
}

/**
 * The fields of a form in a request's body (multipart or form-encoded), or null when it is longer than the limit.
 * @throws TypeError when it is not a form; AppError as `readBoundedBody`.
 */
export async function readBoundedForm(request: Request, limitBytes: number): Promise<FormData | null> {
  const bytes = await readBoundedBody(request, limitBytes);
  if (bytes === null) return null;
  const headers = { "content-type": request.headers.get("content-type") ?? "" };
  return new Response(bytes, { headers }).formData();
}

/** What is small on its way may be large here; what a limit allows is what is sent. */
function refuseCompressed(request: Request): void {
  const encoding = request.headers.get("content-encoding")?.trim();
  if (!encoding || encoding.toLowerCase() === "identity") return;
  throw new AppError("unsupported_encoding", 415, "The request body is compressed. Send it without Content-Encoding.", {
    headers: { "Accept-Encoding": "identity" },
  });
}
