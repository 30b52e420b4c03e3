/**
 * The speech processes as one: each request goes to the one with the least in work. Deployed there is one binding behind
 * which the platform spreads isolates; locally one process for each core, which may die and be started again.
 */

import { speechMessages } from "../../app/domains/speech/messages";
import type { FrameSource, SpeechEngines } from "../../app/domains/speech/ports";
import { AppError } from "../../app/lib/app-error";
import { readFrames } from "../speech/frames";
import type { SpeakRequest, SpeechService } from "../speech/protocol";

/** Bindings of the speech worker, in the order they are preferred. */
export interface SpeechPoolEnv {
  SPEECH: SpeechService;
  SPEECH_1?: SpeechService;
  SPEECH_2?: SpeechService;
  SPEECH_3?: SpeechService;
}

type Name = keyof SpeechPoolEnv;
const NAMES: Name[] = ["SPEECH", "SPEECH_1", "SPEECH_2", "SPEECH_3"];

/** Streams in work by process, as far as this isolate knows; shared by all its requests. */
const inWork = new Map<Name, number>();

/**
 * Speaks with the least loaded process. A process that was just restarted fails its first call: since nothing was heard
 * yet, the request is made once more, with another process where there is one.
 */
export function speechPool(env: SpeechPoolEnv): SpeechEngines & Pick<SpeechService, "decode" | "transcode"> {
  async function withRetry<T>(call: (service: SpeechService, name: Name) => Promise<T>): Promise<T> {
    const first = leastLoaded(env);
    try {
      return await call(env[first]!, first);
    } catch (error) {
      if (error instanceof AppError) throw error;
      const second = leastLoaded(env, first);
      try {
        return await call(env[second]!, second);
      } catch (cause) {
        throw new AppError("system_busy", 503, speechMessages.busy, { cause, retryAfterSeconds: 1 });
      }
    }
  }

  return {
    speak: (request) => withRetry((service, name) => open(service, name, request)),
    decode: (bytes, format) => withRetry((service) => service.decode(bytes, format)),
    transcode: (pcm, sampleRateHz, format) => withRetry((service) => service.transcode(pcm, sampleRateHz, format)),
  };
}

/** The least busy process; `not` is passed over where there is another one. */
function leastLoaded(env: SpeechPoolEnv, not?: Name): Name {
  const present = NAMES.filter((name) => env[name] !== undefined);
  const others = present.filter((name) => name !== not);
  const candidates = others.length > 0 ? others : present;
  return candidates.reduce((best, name) => ((inWork.get(name) ?? 0) < (inWork.get(best) ?? 0) ? name : best));
}

/** Opens a stream and waits for its first bytes. It counts as in work until its last byte or its cancellation. */
async function open(service: SpeechService, name: Name, request: SpeakRequest): Promise<FrameSource> {
  inWork.set(name, (inWork.get(name) ?? 0) + 1);
  let counted = true;
  const ended = () => {
    if (counted) inWork.set(name, (inWork.get(name) ?? 1) - 1);
    counted = false;
  };
  try {
    const reader = (await service.speak(request)).getReader();
    const first = await reader.read();
    if (first.done) throw new Error("the speech stream was empty");
    // Only the reader's cancel reaches the other side of a service binding, and neither it nor a read that is pending
    // then need ever settle: so nothing waits for them.
    let leave = () => {};
    const left = new Promise<null>((resolve) => {
      leave = () => resolve(null);
    });
    const cancel = () => {
      if (counted) void reader.cancel().catch(() => {});
      ended();
      leave();
    };
    const read = () => Promise.race([reader.read(), left]);
    return { frames: readFrames(continued(first.value, read, ended, cancel)), cancel };
  } catch (error) {
    ended();
    throw error;
  }
}

/** The stream again, with the piece that was read ahead. It ends where `read` answers null. */
function continued(
  first: Uint8Array,
  read: () => Promise<ReadableStreamReadResult<Uint8Array> | null>,
  ended: () => void,
  cancel: () => void,
): ReadableStream<Uint8Array> {
  let ahead: Uint8Array | null = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (ahead) {
          controller.enqueue(ahead);
          ahead = null;
          return;
        }
        try {
          const next = await read();
          if (next && !next.done) return controller.enqueue(next.value);
          ended();
          controller.close();
        } catch (error) {
          ended();
          throw error;
        }
      },
      cancel,
    },
    { highWaterMark: 0 },
  );
}
