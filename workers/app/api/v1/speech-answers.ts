/** Generations as HTTP answers: bytes as they come, a whole file, or JSON with character times. */
import { Buffer } from "node:buffer";
import { alignmentsToWire } from "../../../../app/domains/history/wire";
import type { Generation } from "../../../../app/domains/speech/schema";
import { voiceSegments } from "../../../../app/domains/speech/voice-segments";
import { collectWhole } from "../../../../app/domains/speech/whole-sound";
import type { AppError } from "../../../../app/lib/app-error";
import { joinBytes } from "../../../../app/lib/join-bytes";
import { contentTypeOf } from "../../../speech/formats";
import type { SpeechFrame, TimingFrame } from "../../../speech/protocol";
import { breakingBody } from "../../broken-answers";
import type { RequestContext } from "../../context";
import { streamFrames } from "./frame-stream";

/** For answers with timestamps: whether they name who speaks, and how entries are numbered by the caller. */
export interface TimestampOptions {
  /** The caller's index of each entry that is spoken; absent for plain speech, which has no segments. */
  dialogueIndexes?: readonly number[];
}

/** What every answer tells about its generation. Source: the contract's README. */
export function generationHeaders(generation: Generation): Record<string, string> {
  return {
    "request-id": generation.requestId,
    ...(generation.historyItemId === null ? {} : { "history-item-id": generation.historyItemId }),
    "character-cost": String(generation.characterCost),
    "tts-latency-ms": String(generation.latencyMs),
    ...generation.slotHeaders,
  };
}

/** Sound as it is made. */
export function streamedSound(generation: Generation, context: RequestContext): Response {
  const body = streamFrames(generation, context, { bytesOf: soundIn });
  return new Response(body, {
    headers: { ...generationHeaders(generation), "content-type": contentTypeOf(generation.outputFormat) },
  });
}

/** The finished sound, with its length. */
export async function wholeSound(generation: Generation, { services, waitUntil }: RequestContext): Promise<Response> {
  const whole = await collectWhole(generation, services.storage, waitUntil);
  return new Response(whole.body as BodyInit, {
    headers: {
      ...generationHeaders(generation),
      "content-type": contentTypeOf(generation.outputFormat),
      "content-length": String(whole.byteLength),
    },
  });
}

/** One JSON object with the finished sound and all character times. */
export async function wholeWithTimestamps(
  generation: Generation,
  context: RequestContext,
  options: TimestampOptions,
): Promise<Response> {
  const whole = await collectWhole(generation, context.services.storage, context.waitUntil);
  const rest = JSON.stringify(timesOf(whole.timings, generation, options)).slice(1);
  const body = breakingBody(base64Object(whole.body, rest), context);
  return new Response(body, { headers: { ...generationHeaders(generation), "content-type": "application/json" } });
}

/**
 * A JSON object a line, the last one ended too. Sound goes out as soon as the next piece is there, so that a stretch's
 * times travel with the last piece of its sound.
 */
export function streamedWithTimestamps(
  generation: Generation,
  context: RequestContext,
  options: TimestampOptions,
): Response {
  let held: Uint8Array | null = null;
  const line = (audio: Uint8Array, timings: TimingFrame[]) =>
    Buffer.from(`${JSON.stringify({ audio_base64: base64(audio), ...timesOf(timings, generation, options) })}\n`);
  const bytesOf = (frame: SpeechFrame) => {
    const before = held;
    switch (frame.type) {
      case "audio":
        held = frame.bytes;
        return before && line(before, []);
      case "timing":
        held = null;
        return line(before ?? new Uint8Array(), [frame.timing]);
      case "summary":
        held = null;
        return before && line(before, []);
      case "error":
        return null;
    }
  };
  const body = streamFrames(generation, context, { bytesOf, bytesOfError: errorLine });
  return new Response(body, {
    headers: { ...generationHeaders(generation), "content-type": "application/json; charset=utf-8" },
  });
}

function timesOf(timings: TimingFrame[], generation: Generation, { dialogueIndexes }: TimestampOptions) {
  const times = timings.length > 0 ? alignmentsToWire(timings) : { alignment: null, normalized_alignment: null };
  if (!dialogueIndexes) return times;
  const segments = voiceSegments(timings, generation.voiceIds).map((segment) => ({
    voice_id: segment.voiceId,
    start_time_seconds: segment.startSeconds,
    end_time_seconds: segment.endSeconds,
    character_start_index: segment.characterStart,
    character_end_index: segment.characterEnd,
    dialogue_input_index: dialogueIndexes[segment.entryIndex] ?? segment.entryIndex,
  }));
  return { ...times, voice_segments: segments };
}

/** Of the frames, those with sound. */
export const soundIn = (frame: SpeechFrame) => (frame.type === "audio" ? frame.bytes : null);

/** A line that no reader takes for sound. */
function errorLine({ code, userMessage }: AppError): Uint8Array {
  return Buffer.from(`${JSON.stringify({ detail: { status: code, message: userMessage } })}\n`);
}

/** `{"audio_base64":"…",` and the rest of an object, without holding the text in one piece. */
function base64Object(sound: Uint8Array | ReadableStream<Uint8Array>, rest: string): ReadableStream<Uint8Array> {
  async function* pieces() {
    yield Buffer.from('{"audio_base64":"');
    // Three bytes are four letters, so pieces end on multiples of three.
    let left: Uint8Array = new Uint8Array();
    for await (const piece of sound instanceof Uint8Array ? slicesOf(sound) : piecesOf(sound)) {
      const bytes = joinBytes([left, piece]);
      const even = bytes.byteLength - (bytes.byteLength % 3);
      left = bytes.slice(even);
      yield Buffer.from(base64(bytes.subarray(0, even)));
    }
    yield Buffer.from(`${base64(left)}",${rest}`);
  }
  const reading = pieces();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await reading.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: async () => void (await reading.return()),
    },
    { highWaterMark: 0 },
  );
}

const SLICE_BYTES = 768 * 1024;
function* slicesOf(bytes: Uint8Array) {
  for (let offset = 0; offset < bytes.byteLength; offset += SLICE_BYTES)
    yield bytes.subarray(offset, offset + SLICE_BYTES);
}

async function* piecesOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  try {
    for (let read = await reader.read(); !read.done; read = await reader.read()) yield read.value;
  } finally {
    await reader.cancel().catch(() => {});
  }
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");
