/** Places for requests at a time, in memory: those of the object, by the clock that a test gives. */
import type { ConcurrencySlots } from "../../app/domains/billing/ports";

export function memorySlots(nowMs: () => number) {
  const held = new Map<string, { pool: string; endsAtMs: number }>();
  const state = { renewals: 0 };
  const slots: ConcurrencySlots = {
    async acquire(workspaceId, { key, max, holderId, ttlSeconds }) {
      for (const [id, { endsAtMs }] of held) if (endsAtMs <= nowMs()) held.delete(id);
      const pool = `${workspaceId} ${key}`;
      const others = [...held].filter(([id, slot]) => slot.pool === pool && id !== holderId).length;
      if (others >= max) return { granted: false, current: others };
      held.set(holderId, { pool, endsAtMs: nowMs() + ttlSeconds * 1000 });
      return { granted: true, current: others + 1 };
    },
    async renew(_workspaceId, { holderId, ttlSeconds }) {
      state.renewals++;
      const slot = held.get(holderId);
      if (slot) slot.endsAtMs = nowMs() + ttlSeconds * 1000;
    },
    async release(_workspaceId, holderId) {
      held.delete(holderId);
    },
  };
  return { slots, state };
}

/** Places without end, where a test is about something else. */
export const noSlots: ConcurrencySlots = {
  acquire: async () => ({ granted: true, current: 1 }),
  renew: async () => undefined,
  release: async () => undefined,
};
