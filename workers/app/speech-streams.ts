/** Streams of frames from the speech processes, and the one that takes its place where one breaks. */
import type { FrameSource } from "../../app/domains/speech/ports";
import { FRAME_HEADER_BYTES, type TakeBytes, takeBytes, takeFrames } from "../speech/frames";
import type { EngineId, SpeakRequest, SpeechFrame, SpeechService } from "../speech/protocol";
import { beginWork, type Name } from "./speech-processes";

/** A stream of the embedded engines that is silent for this long, while somebody waits for it, is taken to be broken. */
const SILENCE_MS = 30_000;

/** Pauses before what was at a lost process is taken up: one is back within seconds. */
const RESUME_PAUSES_MS = [0, 500, 1500, 3000, 5000, 8000];

/** A stream whose first bytes are there. */
export interface OpenStream {
  name: Name;
  /** Takes nothing more once it is cancelled. */
  take: TakeBytes;
  cancel(): void;
}

/** Pauses before each try to take something up, for `takeUp`. */
export const resumePauses = (): number[] => [...RESUME_PAUSES_MS];

/**
 * Opens what takes the place of what is lost, with a pause before each try; `pauses` is used up by it.
 * @returns null when there is nobody left to hear it
 * @throws broken
 */
export async function takeUp(
  pauses: number[],
  broken: unknown,
  open: () => Promise<OpenStream>,
  isCancelled: () => boolean,
): Promise<OpenStream | null> {
  for (let pauseMs = pauses.shift(); pauseMs !== undefined; pauseMs = pauses.shift()) {
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (isCancelled()) return null;
    const next = await open().catch(() => null);
    if (isCancelled()) next?.cancel();
    if (next) return isCancelled() ? null : next;
  }
  throw broken;
}

/** As many times have to come with the sound. */
export const charactersOf = (request: SpeakRequest) =>
  request.entries.reduce((sum, entry) => sum + Array.from(entry.text).length, 0);

/**
 * Frames of a stream, and of the one that takes its place when it breaks. `characters` tells a stream that lost
 * something on its way from a whole one; null for engines that would say it differently the second time.
 */
export function resumable(
  first: OpenStream,
  reopen: (not: Name) => Promise<OpenStream>,
  characters: number | null,
): FrameSource {
  let stream = first;
  let cancelled = false;
  let audioBytes = 0;
  let timings = 0;
  let timed = 0;

  async function* frames(): AsyncGenerator<SpeechFrame, void, undefined> {
    const pauses = characters === null ? [] : resumePauses();
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
        const next = await takeUp(
          pauses,
          error,
          () => reopen(current.name),
          () => cancelled,
        );
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
export async function openStream(
  speaker: Pick<SpeechService, "speak">,
  name: Name,
  request: SpeakRequest,
): Promise<OpenStream> {
  const endWork = beginWork(name);
  let isOpen = true;
  const ended = () => {
    isOpen = false;
    endWork();
  };
  try {
    const reader = (await unlessSilent(request.engine, speaker.speak(request))).getReader({ mode: "byob" });
    let ahead: Uint8Array | null = await unlessSilent(request.engine, takeBytes(reader, FRAME_HEADER_BYTES));
    if (ahead.length === 0) throw new Error("the speech stream was empty");
    // Only the reader's cancel reaches the other side of a service binding, and neither it nor a read that is pending
    // then need ever settle: so nothing waits for them.
    let leave = () => {};
    const left = new Promise<Uint8Array>((resolve) => {
      leave = () => resolve(new Uint8Array(0));
    });
    const cancel = () => {
      if (isOpen) void reader.cancel().catch(() => {});
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
        const bytes = await unlessSilent(request.engine, Promise.race([takeBytes(reader, count), left]));
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
export async function unlessSilent<T>(engine: EngineId, work: Promise<T>): Promise<T> {
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
