/** The rules of support access, free of storage and clock. Source: spec 000, section 6 ("Roles and permissions"). */

import { showsSomething, withoutUnseen } from "../../../lib/given-name";

/** How long support may stay in an account once its owner has let them in. The mail says so. */
export const ACCESS_HOURS = 1;
export const ACCESS_MS = ACCESS_HOURS * 3_600_000;
/** How long a request can be granted: the life of its link. */
export const REQUEST_VALID_HOURS = 24;
const REASON_MIN_CHARACTERS = 10;
const REASON_MAX_CHARACTERS = 500;

/**
 * Whether an address is one of the house: its domain is one of these, exactly. Domains below it are others.
 *
 * @param email in its normalised form
 * @param domains in lower case
 */
export function isStaffEmail(email: string, domains: readonly string[]): boolean {
  return domains.includes(email.slice(email.lastIndexOf("@") + 1));
}

/** A reason in one line as the owner reads it, or null when it says too little or too much. */
export function reasonOf(input: string): string | null {
  const reason = withoutUnseen(input.replace(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")).trim();
  const { length } = Array.from(reason);
  if (length < REASON_MIN_CHARACTERS || length > REASON_MAX_CHARACTERS) return null;
  return showsSomething(reason) ? reason : null;
}

interface GrantTimes {
  grantedAtMs: number | null;
  expiresAtMs: number | null;
  revokedAtMs: number | null;
}

/** Whether somebody from support may be in the account now. */
export function isGrantOpen({ grantedAtMs, expiresAtMs, revokedAtMs }: GrantTimes, nowMs: number): boolean {
  return grantedAtMs !== null && revokedAtMs === null && expiresAtMs !== null && expiresAtMs > nowMs;
}
