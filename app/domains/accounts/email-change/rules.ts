/** The rules of a change of address, free of storage and clock. */

const DAY_MS = 86_400_000;
export const CONFIRM_VALID_HOURS = 24;
export const REVERT_VALID_DAYS = 30;
/** What came into an account in so many days before a change of address was asked for is undone with it. */
export const UNDONE_DAYS_BEFORE = 30;

/**
 * From when on an undo takes away what was added. A thief adds their own ways in first and changes the address then, so it
 * begins before the change was asked for, which was a link's life before it took place at most. The time of a sign-in would
 * not do: a thief signs in more than once, and the owner's own session may be years old. Providers were connected by the
 * address of then, which is the owner's, so theirs begins with the change.
 *
 * @param changedAtMs when the address was changed
 */
export function undoneSince(changedAtMs: number): { sinceMs: number; identitiesSinceMs: number } {
  const askedAtMs = changedAtMs - CONFIRM_VALID_HOURS * 3_600_000;
  return { sinceMs: askedAtMs - UNDONE_DAYS_BEFORE * DAY_MS, identitiesSinceMs: changedAtMs };
}

/** What an undo takes away and what it leaves. */
export function partWays<T extends { kind: string; addedAtMs: number }>(ways: T[], changedAtMs: number) {
  const { sinceMs, identitiesSinceMs } = undoneSince(changedAtMs);
  const goes = ({ kind, addedAtMs }: T) => addedAtMs >= (kind === "identity" ? identitiesSinceMs : sinceMs);
  return { removed: ways.filter(goes), kept: ways.filter((way) => !goes(way)) };
}
