import { describe, expect, it } from "vitest";
import { readUnreadBody } from "../../../workers/app/unread-body";

/** A request whose body gives pieces of 100 bytes, `gapMs` apart, and counts them. */
function requestWith({ pieces, gapMs = 0, headers = {} }: { pieces: number; gapMs?: number; headers?: HeadersInit }) {
  const given = { bytes: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if (gapMs > 0) await new Promise((resolve) => setTimeout(resolve, gapMs));
      if (given.bytes >= pieces * 100) return controller.close();
      given.bytes += 100;
      controller.enqueue(new Uint8Array(100));
    },
    cancel() {
      given.cancelled = true;
    },
  });
  const init = { method: "POST", body, headers, duplex: "half" };
  return { request: new Request("http://localhost/", init), given };
}

describe("a body that nobody read", () => {
  it("is read to its end", async () => {
    const { request, given } = requestWith({ pieces: 50 });
    await readUnreadBody(request);
    expect(given).toEqual({ bytes: 5000, cancelled: false });
  });

  it("is read on where somebody stopped in the middle", async () => {
    const { request, given } = requestWith({ pieces: 50 });
    const reader = request.body!.getReader();
    await reader.read();
    reader.releaseLock();
    await readUnreadBody(request);
    expect(given.bytes).toBe(5000);
  });

  it("is left alone while somebody else reads it", async () => {
    const { request, given } = requestWith({ pieces: 50 });
    request.body!.getReader();
    await readUnreadBody(request);
    expect(given.bytes).toBeLessThan(500);
  });

  it("is read no further than a number of bytes", async () => {
    const { request, given } = requestWith({ pieces: 5000 });
    await readUnreadBody(request, { maxBytes: 1000 });
    expect(given.bytes).toBeLessThan(2000);
    expect(given.cancelled).toBe(true);
  });

  it("is not read at all when it says that it is longer", async () => {
    const { request, given } = requestWith({ pieces: 50, headers: { "content-length": "5000" } });
    await readUnreadBody(request, { maxBytes: 1000 });
    expect(given.bytes).toBeLessThan(500);
  });

  it("is waited for no longer than a time", async () => {
    const { request, given } = requestWith({ pieces: 1000, gapMs: 20 });
    await readUnreadBody(request, { maxMs: 60 });
    expect(given.bytes).toBeLessThan(1000);
    expect(given.cancelled).toBe(true);
  });
});
