/**
 * What links from mails and other sites say that is needed later, kept in this browser for a week.
 * Source: spec 000, section 2 ("Query parameters read at app start") and section 3 ("Stored in the browser").
 */
import { readExpiring, writeExpiring } from "~/lib/expiring-data";
import { removeLocal } from "~/lib/local-data";

const INTERNAL_CODE = "internal-verification-code";
const SENSITIVE_ACTION_CODE = "sensitive-action-verification-code";
const NEW_USER = "new-user";
const INVITE_CODE = "invite-code";
const PROMO = "promo";

/** Names of the parameters, and under which key each is kept. */
const KEPT: Record<string, string> = {
  internalCode: INTERNAL_CODE,
  sensitiveActionVerificationCode: SENSITIVE_ACTION_CODE,
  newUser: NEW_USER,
  invite_code: INVITE_CODE,
  coupon: PROMO,
};
const LONGEST = 200;

/** Keeps what an address says; the newest counts. Called once, when the app starts. */
export function rememberLink(search: string): void {
  const parameters = new URLSearchParams(search);
  for (const [name, key] of Object.entries(KEPT)) {
    const value = parameters.get(name);
    if (value && value.length <= LONGEST) writeExpiring(key, value);
  }
}

const read = (key: string): string | null => {
  const value = readExpiring(key);
  return typeof value === "string" ? value : null;
};

/** The internal verification code, which stays. */
export const internalVerificationCode = (): string | null => read(INTERNAL_CODE);

/** The code of an invitation. It is for one sign-up, so reading removes it. */
export function takeInviteCode(): string | null {
  const code = read(INVITE_CODE);
  removeLocal(INVITE_CODE);
  return code;
}

/** The code that confirms a sensitive action. It works once, so reading removes it. */
export function takeSensitiveActionCode(): string | null {
  const code = read(SENSITIVE_ACTION_CODE);
  removeLocal(SENSITIVE_ACTION_CODE);
  return code;
}

/** A path of this site, with the internal code and the new user's flag added where they are kept. Spec 000, section 2. */
export function withRemembered(path: string): string {
  const url = new URL(path, location.origin);
  const added = { internalCode: read(INTERNAL_CODE), newUser: read(NEW_USER) };
  for (const [name, value] of Object.entries(added)) if (value) url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}
