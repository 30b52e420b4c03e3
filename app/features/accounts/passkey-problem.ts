import { ApiError } from "~/lib/api-client";

/**
 * What browsers call what went wrong with a passkey, in words of ours: theirs speak of the protocol, in whatever language, or
 * say nothing. Source: WebAuthn Level 3, sections 5.1.3 and 5.1.4.
 */
const WORDS: Record<string, string> = {
  InvalidStateError: "This device has a passkey for your account already.",
  NotSupportedError: "This device cannot make a passkey of the kind that is needed. Try another device or browser.",
  ConstraintError:
    "This device has no lock by finger, face or PIN, which a passkey needs. Set one up, or use another device.",
  SecurityError: "Passkeys do not work at this address. Open the site at its usual address and try again.",
  NetworkError: "Network error",
};
const OTHERWISE = "The passkey did not work. Try again, or use another way.";

/**
 * What is said of a passkey that failed; null where the person closed the browser's dialog or another one took its place,
 * so that nothing went wrong.
 */
export function passkeyProblemOf(error: unknown): string | null {
  if (error instanceof ApiError) return error.message || OTHERWISE;
  const name = error instanceof Error ? error.name : "";
  if (name === "NotAllowedError" || name === "AbortError") return null;
  return Object.hasOwn(WORDS, name) ? (WORDS[name] ?? OTHERWISE) : OTHERWISE;
}
