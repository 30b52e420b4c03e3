/**
 * The frames of a speech stream as bytes: one byte of type, four of length (big endian), then the payload.
 * RPC streams are cut anew into 4 KiB pieces on the way, so the reader puts frames together again.
 */
import type { ErrorFrame, SpeechFrame, SummaryFrame, TimingFrame } from "./protocol";

const AUDIO = 1;
const TIMING = 2;
const SUMMARY = 3;
const ERROR = 4;
const HEADER_BYTES = 5;
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

/** Reads frames from a byte stream; leaving the loop early cancels the stream, which stops synthesis. */
export async function* readFrames(stream: ReadableStream<Uint8Array>): AsyncGenerator<SpeechFrame> {
  const reader = stream.getReader();
  let pending = new Uint8Array(0);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pending = concat(pending, value);
      let offset = 0;
      while (pending.length - offset >= HEADER_BYTES) {
        const view = new DataView(pending.buffer, pending.byteOffset + offset);
        const length = view.getUint32(1);
        if (length > MAX_PAYLOAD_BYTES) throw new Error(`speech frame of ${length} bytes`);
        if (pending.length - offset < HEADER_BYTES + length) break;
        const start = offset + HEADER_BYTES;
        yield decodeFrame(view.getUint8(0), pending.slice(start, start + length));
        offset = start + length;
      }
      pending = pending.subarray(offset);
    }
    if (pending.length > 0) throw new Error("speech stream ended inside a frame");
  } finally {
    await reader.cancel().catch(() => {});
  }
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
  const out = new Uint8Array(HEADER_BYTES + payload.length);
  out[0] = type;
  new DataView(out.buffer).setUint32(1, payload.length);
  out.set(payload, HEADER_BYTES);
  return out;
}

const jsonBytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value));
const parse = <T>(payload: Uint8Array) => JSON.parse(new TextDecoder().decode(payload)) as T;

function concat(a: Uint8Array, b: Uint8Array): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(a.length + b.length);
  out.set(a);
  out.set(b, a.length);
  return out;
}
