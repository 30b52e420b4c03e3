/** Frames as the byte stream that goes over the service binding. */
import { encodeFrame } from "../frames";
import type { SpeechFrame } from "../protocol";

/**
 * @param frames made only as fast as they are read
 * @param stop called when the reader has gone
 * @returns the stream, and a promise that ends when production has ended, whichever way (it never rejects)
 */
export function streamFrames(
  frames: AsyncGenerator<SpeechFrame[]>,
  stop: () => void,
): { stream: ReadableStream<Uint8Array>; ended: Promise<void> } {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const write = async () => {
    try {
      for await (const group of frames) {
        for (const frame of group) await writer.write(encodeFrame(frame));
      }
      await writer.close();
    } catch {
      // Failures of speech are frames; what throws here is the reader's end, which is gone.
      stop();
      await frames.return(undefined).catch(() => {});
      await writer.abort().catch(() => {});
    }
  };
  writer.closed.catch(stop);
  return { stream: readable, ended: write() };
}
