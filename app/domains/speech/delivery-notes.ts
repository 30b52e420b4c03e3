/** Writes down now and then what of a stream went out, so that it is paid also where this process dies. */
import { usageOf, type Work } from "./ending";
import type { GenerationDependencies } from "./ports";

/** What went out since the last note costs nobody anything when the process dies. */
const EVERY_MS = 1000;

/**
 * Answers what to call after each delivery. One note at a time: nobody waits for it, and one that fails is made up for by the
 * next. None where all but the end of the sound is out: nobody pays for all and finds nothing in history.
 */
export function noteDeliveries(
  { billing, nowMs }: Pick<GenerationDependencies, "billing" | "nowMs">,
  work: Work,
): () => void {
  const { requestId, delivery } = work.request;
  const { meter } = work.prepared;
  let notedAtMs = nowMs();
  let isWriting = false;
  return () => {
    if (delivery !== "stream" || isWriting || nowMs() - notedAtMs < EVERY_MS || meter.isPaidInFull) return;
    notedAtMs = nowMs();
    isWriting = true;
    billing
      .noteDelivered(requestId, usageOf(work, "delivered"))
      .catch(() => {})
      .finally(() => {
        isWriting = false;
      });
  };
}
