/** What is kept in the browser for a while only. Source: spec 001, section 3 (cached item), section 9. */
import { readLocal, removeLocal, writeLocal } from "./local-data";

/** Seven days. */
export const CACHE_MAX_AGE_SECONDS = 604_800;

interface Expiring {
  value: unknown;
  expires_at_ms: number;
}

/** The value kept under a key; null when there is none, it is broken, or its time is over: then it is removed. */
export function readExpiring(key: string, nowMs = Date.now()): unknown {
  const kept = readLocal(key);
  if (isExpiring(kept) && kept.expires_at_ms > nowMs) return kept.value;
  if (kept !== null) removeLocal(key);
  return null;
}

/** Keeps a value for a while. A browser that keeps nothing is no error; that is only logged. */
export function writeExpiring(
  key: string,
  value: unknown,
  maxAgeSeconds = CACHE_MAX_AGE_SECONDS,
  nowMs = Date.now(),
): void {
  const kept = writeLocal(key, { value, expires_at_ms: nowMs + maxAgeSeconds * 1000 } satisfies Expiring);
  if (!kept) console.warn(`${key} could not be kept in this browser`);
}

function isExpiring(kept: unknown): kept is Expiring {
  return (
    typeof kept === "object" && kept !== null && "value" in kept && typeof (kept as Expiring).expires_at_ms === "number"
  );
}
