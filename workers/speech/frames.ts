/**
 * The frames of a speech stream as bytes: one byte of type, four of length (big endian), then the payload.
 * RPC streams are cut anew into 4 KiB pieces on the way; the reader asks the platform to put them together again.
 */
import type { ErrorFrame, SpeechFrame, SummaryFrame, TimingFrame } from "./protocol";

const AUDIO = 1;
const TIMING = 2;
const SUMMARY = 3;
const ERROR = 4;
/** What the first take of a stream asks for. */
export const FRAME_HEADER_BYTES = 5;
/** No frame we write comes near this; a longer one means a broken stream. */
const MAX_PAYLOAD_BYTES = 64 * 1024 * 1024;

/** One frame as bytes. */
export function encodeFrame(frame: SpeechFrame): Uint8Array {
  switch (frame.type) {
    case "audio":
      return withHeader(AUDIO, frame.bytes);
    case "timing":
      return withHeader(TIMING, jsonBytes(frame.timing));
    case "summary":
      return withHeader(SUMMARY, jsonBytes(frame.summary));
    case "error":
      return withHeader(ERROR, jsonBytes(frame.error));
  }
}

/** Takes that many bytes off a stream, or as many as are left at its end. */
export type TakeBytes = (count: number) => Promise<Uint8Array>;

/** Reads frames from a byte stream; leaving the loop early cancels the stream, which stops synthesis. */
export async function* readFrames(stream: ReadableStream<Uint8Array>): AsyncGenerator<SpeechFrame> {
  const reader = stream.getReader({ mode: "byob" });
  try {
    yield* takeFrames((count) => takeBytes(reader, count));
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Frames of what is taken, to the end of the stream. Asks for a whole header or payload at once, however it is cut. */
export async function* takeFrames(take: TakeBytes): AsyncGenerator<SpeechFrame> {
  for (;;) {
    const header = await take(FRAME_HEADER_BYTES);
    if (header.length === 0) return;
    if (header.length < FRAME_HEADER_BYTES) throw endedInside();
    const length = new DataView(header.buffer, header.byteOffset).getUint32(1);
    if (length > MAX_PAYLOAD_BYTES) throw new Error(`speech frame of ${length} bytes`);
    const payload = length === 0 ? new Uint8Array(0) : await take(length);
    if (payload.length < length) throw endedInside();
    yield decodeFrame(header[0]!, payload);
  }
}

const endedInside = () => new Error("speech stream ended inside a frame");

/** @param count at least 1 */
export async function takeBytes(reader: ReadableStreamBYOBReader, count: number): Promise<Uint8Array> {
  // The standard's call, which the platform's types do not know yet.
  const readAtLeast = reader.read as (
    view: Uint8Array,
    options: { min: number },
  ) => Promise<ReadableStreamReadResult<Uint8Array>>;
  const { value } = await readAtLeast.call(reader, new Uint8Array(count), { min: count });
  return value ?? new Uint8Array(0);
}

function decodeFrame(type: number, payload: Uint8Array): SpeechFrame {
  switch (type) {
    case AUDIO:
      return { type: "audio", bytes: payload };
    case TIMING:
      return { type: "timing", timing: parse<TimingFrame>(payload) };
    case SUMMARY:
      return { type: "summary", summary: parse<SummaryFrame>(payload) };
    case ERROR:
      return { type: "error", error: parse<ErrorFrame>(payload) };
    default:
      throw new Error(`unknown speech frame ${type}`);
  }
}

function withHeader(type: number, payload: Uint8Array): Uint8Array {
  const out = new Uint8Array(FRAME_HEADER_BYTES + payload.length);
  out[0] = type;
  new DataView(out.buffer).setUint32(1, payload.length);
  out.set(payload, FRAME_HEADER_BYTES);
  return out;
}

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const parse = <T>(payload: Uint8Array) => JSON.parse(new TextDecoder().decode(payload)) as T;
