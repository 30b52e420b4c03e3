import { joinBytes } from "./join-bytes";

/**
 * React hands a page on in pieces of half a kilobyte, and the runtime takes as long to pass a small piece on as a large one.
 *
 * @returns the same bytes; all that is there at one time is one piece
 */
export function inLargePieces(body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  let waiting: Uint8Array[] = [];
  return new ReadableStream<Uint8Array>({
    start(controller) {
      const send = () => {
        if (waiting.length > 0) controller.enqueue(joinBytes(waiting));
        waiting = [];
      };
      const readAll = async () => {
        for (;;) {
          const { done, value } = await reader.read();
          if (done) break;
          // All that is there is read before a timer is due.
          if (waiting.length === 0) setTimeout(send);
          waiting.push(value);
        }
        send();
        controller.close();
      };
      readAll().catch((error) => {
        waiting = [];
        controller.error(error);
      });
    },
    cancel(reason) {
      waiting = [];
      return reader.cancel(reason);
    },
  });
}
