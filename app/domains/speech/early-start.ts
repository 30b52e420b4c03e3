/**
 * Speech is begun while credits and a slot are still being held, so that its first sound does not wait for them; nothing is
 * delivered before they are. Where they are refused, that work was for nothing: a workspace that was just refused waits.
 */
const WAITS_AFTER_REFUSAL_MS = 10_000;
const MOST_REMEMBERED = 1000;

/** As far as this isolate knows; shared by all its requests. */
const refusedAtMs = new Map<string, number>();

export function mayStartEarly(workspaceId: string, nowMs: number): boolean {
  return nowMs - (refusedAtMs.get(workspaceId) ?? Number.NEGATIVE_INFINITY) >= WAITS_AFTER_REFUSAL_MS;
}

export function noteRefusal(workspaceId: string, nowMs: number): void {
  refusedAtMs.delete(workspaceId);
  refusedAtMs.set(workspaceId, nowMs);
  // The oldest goes: a map keeps the order of insertion.
  for (const oldest of refusedAtMs.keys()) {
    if (refusedAtMs.size <= MOST_REMEMBERED) break;
    refusedAtMs.delete(oldest);
  }
}
