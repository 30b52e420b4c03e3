/**
 * Answers that fail after their first byte, and must not be taken for whole. An answer with a length breaks by itself; one
 * without a length would end in order: the runtime writes the last chunk of a failed body, unless a write is under way
 * (https://github.com/cloudflare/workerd/issues/6818). So a write is begun, and the request given up before it goes out.
 */
import process from "node:process";
import { giveWay } from "../../app/lib/give-way";
import { log } from "./log";

/** Microtasks from a piece's being there to the begin of its write; two were measured. */
const TURNS_TO_WRITE = 20;

export interface AnswerBreaker {
  /** Work that goes on after the answer has begun, and has to be done before a request is given up. */
  waitUntil(work: Promise<unknown>): void;
  /**
   * Ends the connection of an answer that has begun, once all work that was to be waited for is done. Where it resolves, this
   * runtime gives no request up; the body has to fail then.
   *
   * @param beginWrite hands a piece that nobody will get to the body's reader; not needed where one is stuck there already
   */
  breakAnswer(cause: unknown, beginWrite?: (unsent: Uint8Array) => void): Promise<void>;
}

/** @param fields what the log tells of the request */
export function answerBreaker(
  ctx: Pick<ExecutionContext, "waitUntil">,
  fields: { requestId: string },
  giveUp: () => void = giveRequestUp,
): AnswerBreaker {
  const open = new Set<Promise<unknown>>();

  async function breakOff(beginWrite: ((unsent: Uint8Array) => void) | undefined): Promise<void> {
    while (open.size > 0) await Promise.allSettled(open);
    // So that no other promise has its turn between the write and the end.
    await giveWay();
    beginWrite?.(new Uint8Array(1));
    for (let turn = 0; turn < TURNS_TO_WRITE; turn++) await null;
    giveUp();
  }

  return {
    waitUntil(work) {
      open.add(work);
      const done = () => void open.delete(work);
      work.then(done, done);
      ctx.waitUntil(work);
    },
    breakAnswer(cause, beginWrite) {
      log.error("answer_broken", cause, fields);
      const breaking = breakOff(beginWrite);
      // Not among the work it waits for.
      ctx.waitUntil(breaking);
      return breaking;
    },
  };
}

/** In a worker this ends the one request and its connection, not the process. */
const giveRequestUp = () => process.exit(1);

/** The same bytes, made only as fast as they are read. A source that fails breaks the answer. */
export function breakingBody(
  source: ReadableStream<Uint8Array>,
  { breakAnswer }: Pick<AnswerBreaker, "breakAnswer">,
): ReadableStream<Uint8Array> {
  const reader = source.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          await breakAnswer(error, (unsent) => controller.enqueue(unsent));
          controller.error(error);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
