/**
 * More than any form, JSON call or recording that a client sends by mistake. Reading this much costs tens of
 * milliseconds; whoever sends more, or sends it slowly, may find its connection broken instead.
 */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_MS = 5000;

/**
 * Reads what an answer left unread of its request's body, to its end or to a limit of size and time. The runtime ends a
 * connection whose request was not read to its end. A client that keeps connections open would see its next request
 * fail; one that sends all it has before it reads, as Python's `urllib` does, would never see the answer.
 */
export async function readUnreadBody(request: Request, { maxBytes = MAX_BYTES, maxMs = MAX_MS } = {}): Promise<void> {
  const { body } = request;
  if (!body || body.locked) return;
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return;
  const reader = body.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, maxMs, "late");
  });
  try {
    for (let bytes = 0; bytes <= maxBytes; ) {
      const next = await Promise.race([reader.read(), timeout]);
      if (next === "late" || next.done) break;
      bytes += (next.value as Uint8Array).byteLength;
    }
  } catch {
    // The client has gone; so has its connection.
  } finally {
    clearTimeout(timer);
    reader.cancel().catch(() => undefined);
  }
}
