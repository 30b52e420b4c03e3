/** What billing needs from outside. */
import type { SQL } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Settlement } from "./service";

/** A charge as statements of its own batch see it. */
export interface Charging {
  /** Whether this batch charges; false for a repeat, after a release, and where the workspace is gone. */
  isCharging: SQL;
  /** The workspace's count before and after the charge. */
  characterCountFrom: SQL;
  characterCountTo: SQL;
}

/** What another domain writes in the batch of a charge: once with it, or not at all. */
export interface Alongside {
  /** Statements that act where `isCharging` holds, and else change nothing. */
  statements(charging: Charging): BatchItem<"sqlite">[];
  /**
   * Told of the statements' results right after the commit, in the moment in which open tabs are told of the credits. Not
   * called where this call charged nothing.
   */
  committed(results: unknown[], settlement: Settlement): void;
}

/**
 * Counts requests in work per key. A slot that is neither renewed nor given back ends by itself; holders that took or renewed
 * theirs before `diedBeforeMs` are dead.
 */
export interface ConcurrencySlots {
  /** `current` counts this request when it was granted. */
  acquire(
    workspaceId: string,
    slot: { key: string; max: number; holderId: string; ttlSeconds: number; diedBeforeMs?: number },
  ): Promise<{ granted: boolean; current: number }>;
  /** Lets a slot end so long from now. One that is not held any more stays free. */
  renew(workspaceId: string, slot: { holderId: string; ttlSeconds: number }): Promise<void>;
  release(workspaceId: string, holderId: string): Promise<void>;
}
