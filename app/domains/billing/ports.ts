/** What billing needs from outside. */
import type { CreditUse } from "./store";

/** Tells a workspace's open tabs, after the change is stored. Never fails and holds nobody up. */
export interface CreditEvents {
  creditsChanged(workspaceId: string, use: CreditUse): void;
}

/** Counts requests in work per key. A slot that is not given back ends by itself. */
export interface ConcurrencySlots {
  /** `current` counts this request when it was granted. */
  acquire(slot: {
    key: string;
    holderId: string;
    maximum: number;
    expiresInMs: number;
  }): Promise<{ granted: boolean; current: number }>;
  release(slot: { key: string; holderId: string }): Promise<void>;
}
