/**
 * The speech processes as one: each request goes to the one with the least in work. Deployed there is one binding behind
 * which the platform spreads isolates; locally one process for each core, up to eight, which may die and be started again.
 */

import { speechMessages } from "../../app/domains/speech/messages";
import type { FrameSource, SpeechEngines } from "../../app/domains/speech/ports";
import { AppError } from "../../app/lib/app-error";
import { FRAME_HEADER_BYTES, type TakeBytes, takeBytes, takeFrames } from "../speech/frames";
import type { SpeakRequest, SpeechFrame, SpeechService } from "../speech/protocol";
import { released } from "./released";

/** A stream of the embedded engines that is silent for this long, while somebody waits for it, is taken to be broken. */
const SILENCE_MS = 30_000;

/** Bindings of the speech worker: the deployed one, and those of the further processes of a local installation. */
export interface SpeechPoolEnv<Service = SpeechService> {
  SPEECH: Service;
  [further: `SPEECH_${number}`]: Service | undefined;
}

type Name = "SPEECH" | `SPEECH_${number}`;

/** Bindings stay as they are for as long as an isolate lives, so they are looked for once. */
const found = new WeakMap<object, Name[]>();

/** All that are bound, however many the starter starts, in the order they are preferred. */
export function speechProcesses(env: SpeechPoolEnv<unknown>): Name[] {
  let names = found.get(env);
  if (!names) {
    names = Object.keys(env)
      .filter((name): name is Name => /^SPEECH(_\d+)?$/.test(name))
      .sort((a, b) => Number(a.slice(7)) - Number(b.slice(7)));
    found.set(env, names);
  }
  return names;
}

/** Pauses before a stream that broke in the middle is taken up: a process is back within seconds. */
const RESUME_PAUSES_MS = [0, 500, 1500, 3000, 5000, 8000];

/** Streams and conversions in work by process, as far as this isolate knows; shared by all its requests. */
const inWork = new Map<Name, number>();

/** A stream whose first bytes are there. */
interface OpenStream {
  name: Name;
  /** Takes nothing more once it is cancelled. */
  take: TakeBytes;
  cancel(): void;
}

/**
 * Speaks with the least loaded process. What fails before its first byte is asked of another process; what breaks in
 * the middle, because its process died, is made again and goes on where it broke: the same request gives the same sound.
 */
export function speechPool(env: SpeechPoolEnv): SpeechEngines & Pick<SpeechService, "decode" | "transcode"> {
  async function withRetry<T>(call: (service: SpeechService, name: Name) => Promise<T>, not?: Name): Promise<T> {
    const first = leastLoaded(env, not);
    try {
      return await call(env[first]!, first);
    } catch {
      const second = leastLoaded(env, first);
      try {
        return await call(env[second]!, second);
      } catch (cause) {
        throw new AppError("system_busy", 503, speechMessages.busy, { cause, retryAfterSeconds: 1 });
      }
    }
  }

  return {
    async speak(request) {
      const open = (not?: Name) => withRetry((service, name) => openStream(service, name, request), not);
      return resumable(await open(), open, request.engine === "embedded" ? charactersOf(request) : null);
    },
    // A process does nothing else meanwhile, so speech goes to another one.
    decode: async (bytes, format) =>
      released(await withRetry((service, name) => counted(name, () => service.decode(bytes, format)))),
    transcode: (pcm, sampleRateHz, format) =>
      withRetry((service, name) => counted(name, () => service.transcode(pcm, sampleRateHz, format))),
  };
}

/** Does a work of a process, which is in work meanwhile. */
async function counted<T>(name: Name, work: () => Promise<T>): Promise<T> {
  inWork.set(name, (inWork.get(name) ?? 0) + 1);
  try {
    return await work();
  } finally {
    inWork.set(name, (inWork.get(name) ?? 1) - 1);
  }
}

/** The least busy process; `not` is passed over where there is another one. */
function leastLoaded(env: SpeechPoolEnv, not?: Name): Name {
  const present = speechProcesses(env);
  const others = present.filter((name) => name !== not);
  const candidates = others.length > 0 ? others : present;
  return candidates.reduce((best, name) => ((inWork.get(name) ?? 0) < (inWork.get(best) ?? 0) ? name : best));
}

/** As many times have to come with the sound. */
const charactersOf = (request: SpeakRequest) =>
  request.entries.reduce((sum, entry) => sum + Array.from(entry.text).length, 0);

/**
 * Frames of a stream, and of the one that takes its place when it breaks. `characters` tells a stream that lost
 * something on its way from a whole one; null for engines that would say it differently the second time.
 */
function resumable(
  first: OpenStream,
  reopen: (not: Name) => Promise<OpenStream>,
  characters: number | null,
): FrameSource {
  let stream = first;
  let cancelled = false;
  let audioBytes = 0;
  let timings = 0;
  let timed = 0;

  /** The next stream, or null when there is nobody left to hear it. */
  async function takeUp(pauses: number[], broken: unknown): Promise<OpenStream | null> {
    for (let pauseMs = pauses.shift(); pauseMs !== undefined; pauseMs = pauses.shift()) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (cancelled) return null;
      const next = await reopen(stream.name).catch(() => null);
      if (cancelled) next?.cancel();
      if (next) return cancelled ? null : next;
    }
    throw broken;
  }

  async function* frames(): AsyncGenerator<SpeechFrame, void, undefined> {
    const pauses = characters === null ? [] : [...RESUME_PAUSES_MS];
    // A text that is never timed in full is taken as it is the second time.
    for (let isFirst = true; ; isFirst = false) {
      const current = stream;
      let isWhole = false;
      try {
        // Read to its very end, also after its last frame: a stream that is left with its end unread holds its maker up.
        for await (const frame of withoutHeard(takeFrames(current.take), audioBytes, timings)) {
          if (frame.type === "audio") audioBytes += frame.bytes.byteLength;
          if (frame.type === "timing") {
            timings++;
            timed += frame.timing.alignment.characters.length;
          }
          if (frame.type === "summary" && isFirst && characters !== null && timed < characters) {
            throw new Error(`a speech stream lost ${characters - timed} of ${characters} characters on its way`);
          }
          yield frame;
          isWhole ||= frame.type === "summary" || frame.type === "error";
        }
        if (isWhole) return;
        throw new Error("the speech stream ended without a summary");
      } catch (error) {
        if (cancelled || isWhole) return;
        const next = await takeUp(pauses, error);
        if (!next) return;
        stream = next;
      } finally {
        current.cancel();
      }
    }
  }

  return {
    frames: frames(),
    cancel() {
      cancelled = true;
      stream.cancel();
    },
  };
}

/** The frames after the first `audioBytes` and `timings`, however the stream is cut. */
async function* withoutHeard(frames: AsyncGenerator<SpeechFrame>, audioBytes: number, timings: number) {
  let [bytesLeft, timingsLeft] = [audioBytes, timings];
  for await (const frame of frames) {
    if (frame.type === "audio" && bytesLeft > 0) {
      const bytes = frame.bytes.subarray(bytesLeft);
      bytesLeft -= frame.bytes.byteLength - bytes.byteLength;
      if (bytes.byteLength > 0) yield { type: "audio" as const, bytes };
    } else if (frame.type === "timing" && timingsLeft > 0) timingsLeft--;
    else yield frame;
  }
}

/** Opens a stream and waits for its first bytes. It counts as in work until its last byte or its cancellation. */
async function openStream(service: SpeechService, name: Name, request: SpeakRequest): Promise<OpenStream> {
  inWork.set(name, (inWork.get(name) ?? 0) + 1);
  let counted = true;
  const ended = () => {
    if (counted) inWork.set(name, (inWork.get(name) ?? 1) - 1);
    counted = false;
  };
  try {
    const reader = (await unlessSilent(request, service.speak(request))).getReader({ mode: "byob" });
    let ahead: Uint8Array | null = await unlessSilent(request, takeBytes(reader, FRAME_HEADER_BYTES));
    if (ahead.length === 0) throw new Error("the speech stream was empty");
    // Only the reader's cancel reaches the other side of a service binding, and neither it nor a read that is pending
    // then need ever settle: so nothing waits for them.
    let leave = () => {};
    const left = new Promise<Uint8Array>((resolve) => {
      leave = () => resolve(new Uint8Array(0));
    });
    const cancel = () => {
      if (counted) void reader.cancel().catch(() => {});
      ended();
      leave();
    };
    const take = async (count: number) => {
      if (ahead) {
        const header = ahead;
        ahead = null;
        return header;
      }
      try {
        const bytes = await unlessSilent(request, Promise.race([takeBytes(reader, count), left]));
        if (bytes.length === 0) ended();
        return bytes;
      } catch (error) {
        ended();
        throw error;
      }
    };
    return { name, take, cancel };
  } catch (error) {
    ended();
    throw error;
  }
}

/**
 * What a process of ours is waited for, but not for ever: it may be stopped without being dead, and its streams then
 * neither go on nor break. Engines outside have limits of their own.
 */
async function unlessSilent<T>({ engine }: SpeakRequest, work: Promise<T>): Promise<T> {
  if (engine !== "embedded") return work;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("a speech process fell silent")), SILENCE_MS);
  });
  try {
    return await Promise.race([work, silence]);
  } finally {
    clearTimeout(timer);
  }
}
