import { readdirSync, statSync, truncateSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Product, startProduct } from "../support/product";

/** Of a sound that is read from local storage. */
const PART_BYTES = 512 * 1024;
const model_id = "eleven_flash_v2_5";
/** Of a sound that is asked of storage in more than one part. */
const longText = (name: string) =>
  Array.from({ length: 25 }, (_, i) => `This is sentence number ${i} of the ${name} text.`).join(" ");

describe("a sound that storage has lost the end of", { timeout: 60_000 }, () => {
  let product: Product;
  let apiKey: string;
  beforeAll(async () => {
    product = await startProduct();
    ({ apiKey } = product);
  });
  afterAll(() => product?.stop());

  const call = (path: string, body?: unknown) =>
    fetch(product.url + path, {
      method: body === undefined ? "GET" : "POST",
      headers: { "xi-api-key": apiKey, "content-type": "application/json" },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  /** Speaks a text that is kept. */
  async function speak(text: string): Promise<{ id: string; bytes: number }> {
    const answer = await call(`/v1/text-to-speech/${product.voiceId}`, { text, model_id });
    expect(answer.status).toBe(200);
    const { byteLength: bytes } = await answer.arrayBuffer();
    return { id: answer.headers.get("history-item-id")!, bytes };
  }

  /** Storage goes on saying that it has all of the sound. */
  function loseEnd({ bytes }: { bytes: number }): void {
    const folder = join(product.state, "app/r2/parlando/blobs");
    const paths = readdirSync(folder).map((name) => join(folder, name));
    const [path, ...others] = paths.filter((each) => statSync(each).size === bytes);
    expect(others).toEqual([]);
    truncateSync(path!, bytes - 1000);
  }

  async function lostItem(name: string) {
    const item = await speak(longText(name));
    expect(item.bytes).toBeGreaterThan(PART_BYTES);
    loseEnd(item);
    return item;
  }

  /** What a client sees that reads the whole of an answer. */
  async function read(answering: Promise<Response>): Promise<"whole" | "broken" | number> {
    const answer = await answering;
    if (answer.status !== 200) return answer.status;
    return answer.arrayBuffer().then(
      () => "whole",
      () => "broken",
    );
  }

  it("breaks the zip that it is part of, however it is to be sent", async () => {
    const [first, second] = [await speak("A whole sound."), await speak("Another one.")];
    const ids = [first.id, second.id];
    expect(await read(call("/v1/history/download", { history_item_ids: ids }))).toBe("whole");
    ids.push((await lostItem("zipped")).id);
    expect(await read(call("/v1/history/download", { history_item_ids: ids }))).toBe("broken");
    expect(await read(call("/v1/history/download", { history_item_ids: ids, output_format: "wav" }))).toBe("broken");
  });

  it("refuses the zip that it is the first of before it begins, where it has to be turned into another format", async () => {
    const ids = [(await lostItem("first")).id, (await speak("A whole sound.")).id];
    const answer = await call("/v1/history/download", { history_item_ids: ids, output_format: "wav" });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await answer.json()).toMatchObject({ detail: { message: expect.any(String) } });
  });

  it("breaks its own download and its public one", async () => {
    const { id } = await lostItem("single");
    expect(await read(call(`/v1/history/${id}/audio`))).toBe("broken");
    expect(await read(call("/v1/history/download", { history_item_ids: [id] }))).toBe("broken");
    const shared = await call(`/v1/history/${id}/share-link`, { allows_download: true });
    const { share_id: shareId } = (await shared.json()) as { share_id: string };
    expect(await read(call(`/app/share/${shareId}/audio`))).toBe("broken");
    expect(await read(call(`/app/share/${shareId}/download`))).toBe("broken");
  });

  it("breaks the stream that repeats it, and nothing stays held for that", async () => {
    const text = longText("repeated");
    await lostItem("repeated");
    const path = `/v1/text-to-speech/${product.voiceId}`;
    expect(await read(call(`${path}/stream`, { text, model_id }))).toBe("broken");
    expect(await read(call(`${path}/stream/with-timestamps`, { text, model_id }))).toBe("broken");
    expect(await read(call(path, { text, model_id }))).toBe(500);
    // What a broken stream held is free again: the plan allows a few at a time.
    for (const turn of [1, 2, 3, 4, 5]) await speak(`Still speaking, turn ${turn}.`);
  });

  it("is refused, and spoken anew where it is asked for again, if it is so short that nothing of it was sent", async () => {
    const text = "A short sound that has lost its end.";
    const item = await speak(text);
    loseEnd(item);
    const refused = await call(`/v1/history/${item.id}/audio`);
    expect(refused.status).toBe(500);
    expect(await refused.json()).toMatchObject({ detail: { message: expect.any(String) } });
    expect((await speak(text)).bytes).toBe(item.bytes);
    expect(await read(call(`/v1/text-to-speech/${product.voiceId}/stream`, { text, model_id }))).toBe("whole");
  });

  it("says why on the last line of a stream of lines", async () => {
    const text = longText("explained");
    await lostItem("explained");
    const answer = await call(`/v1/text-to-speech/${product.voiceId}/stream/with-timestamps`, { text, model_id });
    const reader = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    let read = "";
    await expect(async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) read += next.value;
    }).rejects.toThrow();
    expect(JSON.parse(read.trimEnd().split("\n").at(-1)!)).toMatchObject({ detail: { status: "generation_failed" } });
  });
});
