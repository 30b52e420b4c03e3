/** What a password that is chosen by mail takes away besides the one before, as its owner is asked. Free of storage and clock. */
import type { WayIn } from "./ways-in";

const DAY_MS = 86_400_000;
export const RESET_REMOVES_ADDED_DAYS = 30;

/** Ways that need no password. A second factor is what protects an account whose mail is read by others, so it stays. */
const REMOVABLE: readonly WayIn["kind"][] = ["passkey", "api_key"];

export interface WaysAtReset {
  /** From when on passkeys and API keys go, where their owner wants that. */
  sinceMs: number;
  removable: WayIn[];
  /** Older than that, or nothing that a reset may take away. */
  kept: WayIn[];
}

/** @param mailedAtMs when the link was mailed, so that what its page shows is what goes, however long it is read. */
export function waysAtReset(ways: WayIn[], mailedAtMs: number): WaysAtReset {
  const sinceMs = mailedAtMs - RESET_REMOVES_ADDED_DAYS * DAY_MS;
  const goes = ({ kind, addedAtMs }: WayIn) => REMOVABLE.includes(kind) && addedAtMs >= sinceMs;
  return { sinceMs, removable: ways.filter(goes), kept: ways.filter((way) => !goes(way)) };
}
