/** Frames on their way to a client. */
import type { Generation } from "../../../../app/domains/speech/schema";
import { AppError } from "../../../../app/lib/app-error";
import type { SpeechFrame } from "../../../speech/protocol";
import type { AnswerBreaker } from "../../broken-answers";

/** Something that makes frames and ends once, whoever stops it. */
export type FrameProducer = Pick<Generation, "frames" | "cancel"> & {
  finished: Promise<{ outcome: string; rest?: SpeechFrame[] | null }>;
};

export interface FrameCoding {
  /** Null or nothing for frames that are not sent. */
  bytesOf(frame: SpeechFrame): Uint8Array | null;
  /** Sent before the stream breaks, where the form of the answer has a way to say why. */
  bytesOfError?(error: AppError): Uint8Array;
}

/**
 * The frames as a body, made only as fast as it is read. A client that leaves cancels the producer; a failure breaks the answer,
 * and so does a reader that stalls for too long.
 *
 * Written by hand into a pipe: a stream with a `pull` is not told that its client left when that happens between two pieces
 * that come at once, and neither is the request's signal then. A write into the pipe always fails.
 */
export function streamFrames(
  producer: FrameProducer,
  { waitUntil, breakAnswer }: AnswerBreaker,
  { bytesOf, bytesOfError }: FrameCoding,
): ReadableStream<Uint8Array> {
  const pipe = new IdentityTransformStream();
  const writer = pipe.writable.getWriter();
  let isWriting = false;
  let hasLeft = false;

  /** Rejects when the client has left. */
  async function write(bytes: Uint8Array | null): Promise<void> {
    if (!bytes || bytes.byteLength === 0) return;
    isWriting = true;
    try {
      await writer.write(bytes);
    } catch (error) {
      hasLeft = true;
      throw error;
    } finally {
      isWriting = false;
    }
  }

  async function breakOff(error: unknown): Promise<void> {
    await breakAnswer(error, (unsent) => void writer.write(unsent).catch(() => {}));
    await writer.abort(error).catch(() => {});
  }

  async function writeAll(): Promise<void> {
    try {
      for await (const frame of producer.frames) await write(bytesOf(frame));
      await writer.close().catch(() => {});
    } catch (error) {
      producer.cancel();
      if (bytesOfError && error instanceof AppError) await write(bytesOfError(error)).catch(() => {});
      // Not waited for: it waits for all other work, of which this is a part.
      if (!hasLeft) void breakOff(error);
      else await writer.abort(error).catch(() => {});
    }
  }

  waitUntil(writeAll());
  // A reader that stalled for too long is still not reading, so a write would wait for it for ever.
  const release = async () => {
    const { outcome, rest } = await producer.finished;
    if (outcome !== "cancelled" && !rest) return;
    const error = new Error("the reader has gone");
    if (isWriting) void breakAnswer(error);
    await writer.abort(error).catch(() => {});
  };
  waitUntil(release());
  return pipe.readable;
}
