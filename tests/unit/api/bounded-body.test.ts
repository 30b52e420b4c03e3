import { describe, expect, it } from "vitest";
import { readBoundedBody, readBoundedForm } from "../../../app/lib/bounded-body";
import { action } from "../../../app/routes/main/ingest";

const PIECE_BYTES = 16 * 1024;

/** A request whose body comes in pieces without saying how long it is, and what was taken of it. */
function chunkedRequest(pieces: number, contentType = "text/plain") {
  const given = { bytes: 0 };
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (given.bytes >= pieces * PIECE_BYTES) return controller.close();
        given.bytes += PIECE_BYTES;
        controller.enqueue(new Uint8Array(PIECE_BYTES));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: "POST", body, headers: { "content-type": contentType }, duplex: "half" };
  return { request: new Request("http://localhost/ingest", init), given };
}

describe("a body of a bounded length", () => {
  it("is read whole up to the limit", async () => {
    const { request } = chunkedRequest(4);
    expect((await readBoundedBody(request, 4 * PIECE_BYTES))?.byteLength).toBe(4 * PIECE_BYTES);
    expect(await readBoundedBody(new Request("http://localhost/"), 10)).toEqual(new Uint8Array());
  });

  it("in chunks is refused as soon as it is longer, without being held", async () => {
    const { request, given } = chunkedRequest(4000);
    expect(await readBoundedBody(request, 4 * PIECE_BYTES)).toBeNull();
    expect(given.bytes).toBeLessThanOrEqual(6 * PIECE_BYTES);
    expect(request.body?.locked).toBe(false);
  });

  it("that breaks off is the client's doing, not a failure of the server", async () => {
    const breaksOff = (contentType: string) => {
      const body = new ReadableStream({
        pull: (controller) => controller.error(new Error("Network connection lost.")),
      });
      const init = { method: "POST", body, headers: { "content-type": contentType }, duplex: "half" };
      return new Request("http://localhost/ingest", init);
    };
    await expect(readBoundedBody(breaksOff("text/plain"), 100)).rejects.toMatchObject({ status: 499 });
    const form = readBoundedForm(breaksOff("application/x-www-form-urlencoded"), 100);
    await expect(form).rejects.toMatchObject({ status: 499 });
  });

  it("as a form is refused alike", async () => {
    const { request, given } = chunkedRequest(4000, "application/x-www-form-urlencoded");
    expect(await readBoundedForm(request, 4 * PIECE_BYTES)).toBeNull();
    expect(given.bytes).toBeLessThanOrEqual(6 * PIECE_BYTES);
    const short = new Request("http://localhost/", { method: "POST", body: new URLSearchParams({ a: "b" }) });
    expect((await readBoundedForm(short, 100))?.get("a")).toBe("b");
  });

  it("is what events are read with", async () => {
    const { request, given } = chunkedRequest(4000);
    const context = { origin: "http://localhost", services: { analytics: { takeTurn: async () => {} } } };
    const answer = await action({ request, context, params: {} } as unknown as Parameters<typeof action>[0]);
    expect(answer.status).toBe(413);
    expect(given.bytes).toBeLessThan(200 * 1024);
  });
});
