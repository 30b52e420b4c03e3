/** Places for speech requests at a time: taken by plan, held for as long as there is work, given back. */
import { AppError } from "../../lib/app-error";
import { tooManyConcurrentRequestsMessage } from "./messages";
import type { ConcurrencySlots } from "./ports";
import { factsOf } from "./rules";

/** A place is free again so long after it was last heard of: its process was killed. */
const EXPIRES_IN_SECONDS = 600;
/** Few requests live that long; two renewals in a row may fail. */
const RENEW_EVERY_MS = 180_000;

export interface SpeechSlot {
  current: number;
  maximum: number;
  /** Response headers that tell both numbers. */
  headers: Record<string, string>;
  /**
   * To be called as the work goes on, as often as one likes: now and then it renews the place, which else ends by itself.
   * A place that was given back is not taken again.
   */
  stillAtWork(): void;
  /** Gives the slot back; calling it twice is harmless. */
  release(): Promise<void>;
}

export interface SpeechSlotRequest {
  requestId: string;
  workspaceId: string;
  group: "multilingual" | "flash";
}

/** @throws AppError too_many_concurrent_requests (429) with both numbers as headers. */
export async function takeSpeechSlot(
  {
    slots,
    nowMs,
    servingSinceMs = 0,
  }: {
    slots: ConcurrencySlots;
    nowMs(): number;
    servingSinceMs?: number | undefined;
  },
  tier: string,
  { requestId, workspaceId, group }: SpeechSlotRequest,
): Promise<SpeechSlot> {
  const { label, speechConcurrency } = factsOf(tier);
  const maximum = speechConcurrency[group];
  let renewedAtMs = nowMs();
  const { granted, current } = await slots.acquire(workspaceId, {
    key: group,
    max: maximum,
    holderId: requestId,
    ttlSeconds: EXPIRES_IN_SECONDS,
    diedBeforeMs: servingSinceMs,
  });
  const headers = {
    "current-concurrent-requests": String(current),
    "maximum-concurrent-requests": String(maximum),
  };
  if (!granted) {
    const message = tooManyConcurrentRequestsMessage(label, maximum);
    throw new AppError("too_many_concurrent_requests", 429, message, { retryAfterSeconds: 1, headers });
  }
  let released = false;
  return {
    current,
    maximum,
    headers,
    stillAtWork() {
      if (released || nowMs() - renewedAtMs < RENEW_EVERY_MS) return;
      renewedAtMs = nowMs();
      // Nobody waits for it, and one that fails is made up for by the next.
      slots.renew(workspaceId, { holderId: requestId, ttlSeconds: EXPIRES_IN_SECONDS }).catch(() => {});
    },
    async release() {
      released = true;
      await slots.release(workspaceId, requestId);
    },
  };
}
