import { expect, it } from "vitest";
import { inLargePieces } from "../../../app/lib/in-large-pieces";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

interface Source {
  stream: ReadableStream<Uint8Array>;
  controller: ReadableStreamDefaultController<Uint8Array>;
  cancelled: unknown[];
}

function openSource(): Source {
  const source: Partial<Source> = { cancelled: [] };
  source.stream = new ReadableStream<Uint8Array>({
    start(controller) {
      source.controller = controller;
    },
    cancel: (reason) => void source.cancelled?.push(reason),
  });
  return source as Source;
}

const write = (source: Source, ...texts: string[]) => {
  for (const text of texts) source.controller.enqueue(encoder.encode(text));
};

it("hands on what is there at one time as one piece, and what comes later when it comes", async () => {
  const source = openSource();
  const reader = inLargePieces(source.stream).getReader();
  write(source, "<html>", "<head>", "<body>");
  expect(decoder.decode((await reader.read()).value)).toBe("<html><head><body>");
  write(source, "<p>", "later");
  expect(decoder.decode((await reader.read()).value)).toBe("<p>later");
  write(source, "</html>");
  source.controller.close();
  expect(decoder.decode((await reader.read()).value)).toBe("</html>");
  expect((await reader.read()).done).toBe(true);
});

it("loses nothing of a page that is all there before it is read", async () => {
  const source = openSource();
  const texts = Array.from({ length: 200 }, (_, i) => `${i};`);
  write(source, ...texts);
  source.controller.close();
  expect(await new Response(inLargePieces(source.stream)).text()).toBe(texts.join(""));
});

it("stops the rendering of a page that nobody waits for any more", async () => {
  const source = openSource();
  const reader = inLargePieces(source.stream).getReader();
  write(source, "<html>");
  await reader.cancel("left");
  expect(source.cancelled).toEqual(["left"]);
  // A piece that was waiting is not handed to a stream that is closed, which would be an error in a timer.
  await new Promise((resolve) => setTimeout(resolve, 5));
});

it("breaks off where the rendering does", async () => {
  const source = openSource();
  const reader = inLargePieces(source.stream).getReader();
  write(source, "<html>");
  expect((await reader.read()).done).toBe(false);
  source.controller.error(new Error("render failed"));
  await expect(reader.read()).rejects.toThrow("render failed");
});
