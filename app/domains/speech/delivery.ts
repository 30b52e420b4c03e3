/**
 * Lets frames pass from the engines to the caller, and sees to it that whatever happens in between (the caller leaves, stalls,
 * the engine fails) the generation ends exactly once.
 */
import type { SpeechFrame, SummaryFrame, TimingFrame } from "../../../workers/speech/protocol";
import { AppError } from "../../lib/app-error";
import { asAppError, engineError } from "./engine-errors";
import { speechMessages } from "./messages";
import type { FrameSource } from "./ports";
import type { GenerationOutcome } from "./schema";

/** A caller that reads nothing for this long has gone. */
export const STALL_TIMEOUT_MS = 60_000;

/** The engine may take this long for the rest of what is paid for already. */
export const REST_TIMEOUT_MS = 20_000;

/** What happens to a generation on its way; `end` is called once, before the caller sees the end. */
export interface DeliveryHooks {
  audio(bytes: Uint8Array): Promise<void>;
  timing(timing: TimingFrame): void;
  /**
   * Asked when the caller leaves: whether what went out costs as much as the whole. Then the rest, hardly more than the end of
   * a codec, is made without the caller, since nobody shall pay for all and find nothing.
   */
  isPaidInFull(): boolean;
  /** `rest` has the frames that were made after the caller had left; null when it stayed. */
  end(outcome: GenerationOutcome, summary: SummaryFrame | null, rest: SpeechFrame[] | null): Promise<void>;
}

export interface DeliveryOptions {
  /** Fires when the caller leaves. */
  signal?: AbortSignal;
  stallTimeoutMs?: number;
  /** What errors in a text are about; `text` unless named. */
  textField?: string;
}

export interface Delivery {
  frames: AsyncGenerator<SpeechFrame, void, undefined>;
  cancel(): void;
}

/**
 * Answers once the first frame is there. Ends with `failed` and throws when the engine refuses before that.
 * The returned frames never hold an error frame: an engine that fails later makes the generator throw.
 */
export async function beginDelivery(
  source: FrameSource,
  hooks: DeliveryHooks,
  options: DeliveryOptions = {},
): Promise<Delivery> {
  const { signal, stallTimeoutMs = STALL_TIMEOUT_MS, textField = "text" } = options;
  const departure: Departure = { left: false, endsAlone: false, rest: [], timer: undefined };
  const passing = pass(source, hooks, departure, textField);
  const cancel = () => {
    if (departure.left) return;
    departure.left = true;
    departure.endsAlone = hooks.isPaidInFull();
    if (departure.endsAlone) {
      departure.timer = setTimeout(() => source.cancel(), REST_TIMEOUT_MS);
      // Where it waits for the caller, this lets it go on to its end.
      void passing.next().catch(() => {});
      return;
    }
    source.cancel();
    // Where it waits for the caller, this ends it; where it waits for the engine, the engine's end does.
    void passing.return().catch(() => {});
  };
  // Begun before anybody can leave: one that never began would end without its `end`.
  const beginning = passing.next();
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  const first = await beginning;
  return { frames: watched(first, passing, cancel, stallTimeoutMs), cancel };
}

/** What is known of a caller that leaves. */
interface Departure {
  left: boolean;
  /** The rest is made all the same. */
  endsAlone: boolean;
  rest: SpeechFrame[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

async function* pass(
  source: FrameSource,
  hooks: DeliveryHooks,
  departure: Departure,
  textField: string,
): AsyncGenerator<SpeechFrame, void, undefined> {
  let summary: SummaryFrame | null = null;
  let outcome: GenerationOutcome = "cancelled";
  try {
    for await (const frame of source.frames) {
      if (frame.type === "error") throw engineError(frame.error, textField);
      if (frame.type === "audio") await hooks.audio(frame.bytes);
      // Of a caller that has left, what it was charged for stands.
      if (frame.type === "timing" && (!departure.left || departure.endsAlone)) hooks.timing(frame.timing);
      if (frame.type === "summary") summary = frame.summary;
      if (!departure.left) yield frame;
      else if (departure.endsAlone) departure.rest.push(frame);
      else break;
    }
    if (!summary && !departure.left) throw new Error("the speech stream ended without a summary");
  } catch (error) {
    if (!departure.left) {
      outcome = "failed";
      throw asAppError(error);
    }
  } finally {
    clearTimeout(departure.timer);
    source.cancel();
    const rest = departure.left ? departure.rest : null;
    // From here on nobody can leave any more.
    departure.left = true;
    // The summary is the last frame, so whoever has it has all.
    await hooks.end(summary ? "complete" : outcome, summary, rest);
  }
}

/** Hands on the first frame and the rest, and cancels when the caller does not come back for more. */
async function* watched(
  first: IteratorResult<SpeechFrame, void>,
  rest: AsyncGenerator<SpeechFrame, void, undefined>,
  cancel: () => void,
  stallTimeoutMs: number,
): AsyncGenerator<SpeechFrame, void, undefined> {
  let stalled = false;
  const watch = () =>
    setTimeout(() => {
      stalled = true;
      cancel();
    }, stallTimeoutMs);
  try {
    for (let next = first; !next.done; next = await rest.next()) {
      const timer = watch();
      try {
        yield next.value;
      } finally {
        clearTimeout(timer);
      }
      if (stalled) throw new AppError("generation_failed", 408, speechMessages.stalled);
    }
  } finally {
    // A caller that leaves the loop early has had enough.
    cancel();
  }
}
