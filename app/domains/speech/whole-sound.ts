/** A generation as one finished sound, for answers that have a length. */
import type { TimingFrame } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { joinBytes } from "../../lib/join-bytes";
import type { ObjectStorage } from "../history/schema";
import { speechMessages } from "./messages";
import { type Finished, type Generation, MAX_IN_MEMORY_BYTES } from "./schema";
import { writeWavSizes } from "./wav-header";

export interface WholeSound {
  byteLength: number;
  body: Uint8Array | ReadableStream<Uint8Array>;
  timings: TimingFrame[];
  finished: Finished;
}

/**
 * Reads a generation to its end. Its request must have `delivery: "whole"`, so that an incomplete one costs nothing.
 * @throws AppError when it fails on the way, or when it is too long for memory and could not be stored.
 */
export async function collectWhole(
  generation: Generation,
  storage: Pick<ObjectStorage, "get" | "delete">,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<WholeSound> {
  let pieces: Uint8Array[] | null = [];
  let byteLength = 0;
  const timings: TimingFrame[] = [];
  for await (const frame of generation.frames) {
    if (frame.type === "timing") timings.push(frame.timing);
    if (frame.type !== "audio") continue;
    byteLength += frame.bytes.byteLength;
    if (byteLength > MAX_IN_MEMORY_BYTES) pieces = null;
    pieces?.push(frame.bytes);
  }
  const finished = await generation.finished;
  if (finished.outcome === "cancelled") throw new AppError("generation_failed", 499, speechMessages.left);
  if (finished.outcome !== "complete") throw new AppError("generation_failed", 500, speechMessages.failed);
  if (pieces) {
    const body = joinBytes(pieces);
    writeWavSizes(body, byteLength);
    return { byteLength, body, timings, finished };
  }
  const stored = finished.sound;
  const object = stored && (await storage.get(stored.key));
  if (!object) throw new AppError("generation_failed", 500, speechMessages.failed);
  const isTemporary = generation.historyItemId === null && !generation.isRepeat;
  if (!isTemporary) return { byteLength, body: object.body, timings, finished };
  const passage = new FixedLengthStream(byteLength);
  const sent = object.body.pipeTo(passage.writable).catch(() => {});
  waitUntil(sent.then(() => storage.delete(stored.key)));
  return { byteLength, body: passage.readable, timings, finished };
}
