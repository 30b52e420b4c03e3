/** The rules of accounts, free of storage and clock. Source: spec 000, section 5, and spec 001, section 5. */
import { givenNameOf, showsSomething, withoutUnseen } from "../../lib/given-name";
import { plainLine } from "../../lib/plain-line";
import { MESSAGES } from "./messages";
import { API_KEY_NAME_MAX_CHARACTERS, PUBLIC_NAME_MAX_CHARACTERS } from "./name-lengths";

const PASSWORD_MIN_LENGTH = 8;
/** Above this, hashing a password would cost the server more than it protects. */
const PASSWORD_MAX_LENGTH = 256;
const EMAIL_MAX_LENGTH = 254;

/**
 * Why a password is refused, or null. Its trimmed length is at least 8, and it has a digit, a letter and a special
 * character (anything that is neither letter, digit nor space). The first thing missing is named.
 */
export function passwordProblem(password: string): string | null {
  const trimmed = password.trim();
  if (!/\p{Nd}/u.test(trimmed)) return MESSAGES.passwordNeedsNumber;
  if (!/\p{L}/u.test(trimmed)) return MESSAGES.passwordNeedsLetter;
  if (!/[^\p{L}\p{M}\p{N}\s]/u.test(trimmed)) return MESSAGES.passwordNeedsSpecialCharacter;
  if ([...trimmed].length < PASSWORD_MIN_LENGTH) return MESSAGES.passwordTooShort;
  if (password.length > PASSWORD_MAX_LENGTH) return MESSAGES.passwordTooLong;
  return null;
}

/**
 * The form in which an address is stored, compared and mailed to, or null when it is no address: trimmed, lower case,
 * an international domain in its ASCII form. Quoted local parts and literal IP addresses are not taken.
 */
export function normalizeEmail(input: string): string | null {
  const [, local, domainText] =
    /^([a-z0-9!#$%&'*+/=?^_`{|}~.-]{1,64})@([^\s@/?#:\\%[\]]{1,253})$/.exec(input.trim().toLowerCase()) ?? [];
  if (!local || !domainText) return null;
  if (local.startsWith(".") || local.endsWith(".") || local.includes("..")) return null;
  const domain = asciiDomain(domainText);
  if (!domain || local.length + domain.length + 1 > EMAIL_MAX_LENGTH) return null;
  return `${local}@${domain}`;
}

function asciiDomain(text: string): string | null {
  let domain: string;
  try {
    domain = new URL(`http://${text}/`).hostname;
  } catch {
    return null;
  }
  const label = "[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?";
  const fits = new RegExp(`^${label}(?:\\.${label})+$`).test(domain) && !/^[\d.]+$/.test(domain);
  return fits || domain === "localhost" ? domain : null;
}

/** What a person is called until they say: the part of the address before `@`, without its tag. */
export function nameFromEmail(email: string): string {
  const local = email.split("@")[0] ?? "";
  return local.split("+")[0] || local;
}

/** API keys look like `sk_` and 48 hexadecimal digits. */
export function isApiKeyShaped(text: string): boolean {
  return /^sk_[0-9a-f]{48}$/.test(text);
}

/** The last four characters of a key, by which people tell their keys apart. */
export function apiKeyPreview(key: string): string {
  return key.slice(-4);
}

/** A key's name as it is stored, or null when it is none. */
export const apiKeyName = (input: string): string | null => givenNameOf(input, API_KEY_NAME_MAX_CHARACTERS);

/** A public name as it is stored, or null when it is none. */
export const publicNameOf = (input: string): string | null => givenNameOf(input, PUBLIC_NAME_MAX_CHARACTERS);

const FIRST_NAME_MAX_LENGTH = 80;

/**
 * What a person wants to be called, as it is stored: in one line that nothing turns around and in which nothing hides, cut at
 * 80 characters. Empty where nothing of it shows.
 */
export function firstNameOf(input: string): string {
  const name = Array.from(plainLine(withoutUnseen(input)))
    .slice(0, FIRST_NAME_MAX_LENGTH)
    .join("")
    .trim();
  return showsSomething(name) ? name : "";
}
