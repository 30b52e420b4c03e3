/** What billing needs from outside. */

/** Counts requests in work per key. A slot that is not given back ends by itself; holders from before `diedBeforeMs` are dead. */
export interface ConcurrencySlots {
  /** `current` counts this request when it was granted. */
  acquire(
    workspaceId: string,
    slot: { key: string; max: number; holderId: string; ttlSeconds: number; diedBeforeMs?: number },
  ): Promise<{ granted: boolean; current: number }>;
  release(workspaceId: string, holderId: string): Promise<void>;
}
