/** More than any form or JSON call; an upload that is refused early may break its connection instead. */
const MAX_BYTES = 256 * 1024;

/**
 * Reads what an answer left unread of its request's body. The runtime ends a connection whose request was not read to its
 * end, and a client that keeps connections open would see its next request fail.
 */
export async function readUnreadBody(request: Request): Promise<void> {
  if (!request.body || request.bodyUsed) return;
  if (Number(request.headers.get("content-length") ?? 0) > MAX_BYTES) return;
  const reader = request.body.getReader();
  try {
    for (let bytes = 0; bytes <= MAX_BYTES; ) {
      const { done, value } = await reader.read();
      if (done) return;
      bytes += (value as Uint8Array).byteLength;
    }
  } catch {
    // The client has gone; so has its connection.
  }
}
