/** Frames on their way to a client. */
import type { Generation } from "../../../../app/domains/speech/schema";
import { AppError } from "../../../../app/lib/app-error";
import type { SpeechFrame } from "../../../speech/protocol";

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
 * The frames as a body, made only as fast as it is read. A client that leaves cancels the producer; a failure breaks the body.
 *
 * Written by hand into a pipe: a stream with a `pull` is not told that its client left when that happens between two pieces
 * that come at once, and neither is the request's signal then. A write into the pipe always fails.
 */
export function streamFrames(
  producer: FrameProducer,
  waitUntil: (work: Promise<unknown>) => void,
  { bytesOf, bytesOfError }: FrameCoding,
): ReadableStream<Uint8Array> {
  const pipe = new IdentityTransformStream();
  const writer = pipe.writable.getWriter();

  async function write(): Promise<void> {
    try {
      for await (const frame of producer.frames) {
        const bytes = bytesOf(frame);
        if (bytes && bytes.byteLength > 0) await writer.write(bytes);
      }
      await writer.close();
    } catch (error) {
      producer.cancel();
      if (bytesOfError && error instanceof AppError) await writer.write(bytesOfError(error)).catch(() => {});
      await writer.abort(error).catch(() => {});
    }
  }

  waitUntil(write());
  // A reader that stalled for too long is still not reading, so a write would wait for it for ever.
  const release = async () => {
    const { outcome, rest } = await producer.finished;
    if (outcome === "cancelled" || rest) await writer.abort(new Error("the reader has gone")).catch(() => {});
  };
  waitUntil(release());
  return pipe.readable;
}
