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

/** What happens to a generation on its way; `end` is called once, before the caller sees the end. */
export interface DeliveryHooks {
  audio(bytes: Uint8Array): Promise<void>;
  timing(timing: TimingFrame): void;
  end(outcome: GenerationOutcome, summary: SummaryFrame | null): Promise<void>;
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
  options: { signal?: AbortSignal; stallTimeoutMs?: number } = {},
): Promise<Delivery> {
  const { signal, stallTimeoutMs = STALL_TIMEOUT_MS } = options;
  let cancelled = false;
  const passing = pass(source, hooks, () => cancelled);
  const cancel = () => {
    cancelled = true;
    source.cancel();
    // Where it waits for the caller, this ends it; where it waits for the engine, the engine's end does.
    void passing.return().catch(() => {});
  };
  signal?.addEventListener("abort", cancel, { once: true });
  if (signal?.aborted) cancel();
  const first = await passing.next();
  return { frames: watched(first, passing, cancel, stallTimeoutMs), cancel };
}

async function* pass(
  source: FrameSource,
  hooks: DeliveryHooks,
  isCancelled: () => boolean,
): AsyncGenerator<SpeechFrame, void, undefined> {
  let summary: SummaryFrame | null = null;
  let outcome: GenerationOutcome = "cancelled";
  try {
    for await (const frame of source.frames) {
      if (frame.type === "error") throw engineError(frame.error);
      if (frame.type === "audio") await hooks.audio(frame.bytes);
      if (frame.type === "timing") hooks.timing(frame.timing);
      if (frame.type === "summary") summary = frame.summary;
      yield frame;
    }
    if (!summary && !isCancelled()) throw new Error("the speech stream ended without a summary");
  } catch (error) {
    if (!isCancelled()) {
      outcome = "failed";
      throw asAppError(error);
    }
  } finally {
    source.cancel();
    // The summary is the last frame, so whoever has it has all.
    await hooks.end(summary ? "complete" : outcome, summary);
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
