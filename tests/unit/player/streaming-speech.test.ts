import { describe, expect, it } from "vitest";
import { bytesFromBase64, readPieces } from "../../../app/player/streaming-speech";

const line = (text: string, start: number) =>
  `${JSON.stringify({
    audio_base64: Buffer.from(text).toString("base64"),
    alignment: {
      characters: Array.from(text),
      character_start_times_seconds: Array.from(text, (_, i) => start + i),
      character_end_times_seconds: Array.from(text, (_, i) => start + i + 1),
    },
  })}\n`;

function streamOf(text: string, cutEvery: number): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + cutEvery));
      at += cutEvery;
    },
  });
}

async function collect(stream: ReadableStream<Uint8Array>) {
  const pieces = [];
  for await (const piece of readPieces(stream)) pieces.push(piece);
  return pieces;
}

describe("reading streamed speech", () => {
  it.each([1, 3, 7, 4096])("puts pieces together when the network cuts every %i bytes", async (cut) => {
    const pieces = await collect(
      streamOf(`${line("Héllo", 0)}\n\n${line(" wörld", 5)}`, cut).pipeThrough(new TransformStream()),
    );
    expect(pieces.map((piece) => piece.times.characters.join(""))).toEqual(["Héllo", " wörld"]);
    expect(pieces[1]?.times.startSeconds[0]).toBe(5);
  });

  it("reads a last object without a line end", async () => {
    expect(await collect(streamOf(line("end", 0).trimEnd(), 10))).toHaveLength(1);
  });

  it("says what the server said when the speech failed half way", async () => {
    const stream = streamOf(
      `${line("Hello", 0)}${JSON.stringify({ detail: { status: "generation_failed", message: "The engine stopped." } })}\n`,
      50,
    );
    await expect(collect(stream)).rejects.toThrow("The engine stopped.");
  });

  it("refuses sound that is not base64", () => {
    expect(() => bytesFromBase64("%%%")).toThrow("Invalid base64 string for ArrayBuffer conversion");
  });
});
