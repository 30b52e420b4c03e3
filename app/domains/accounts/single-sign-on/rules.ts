/** The rules of single sign-on, free of storage and clock. */
import { givenNameOf } from "../../../lib/given-name";
import { isIp, mayBePublicHost } from "../../../lib/public-address";
import { PROVIDER_NAME_MAX_CHARACTERS } from "../name-lengths";
import { normalizeEmail } from "../rules";
import type { ProvidedIdentity } from "./ports";

/** Why somebody could not be signed in; each has its words in `messages.ts`. */
export type SignOnProblem =
  | "unknown_provider"
  | "unavailable"
  | "cancelled"
  | "refused"
  | "invalid"
  | "expired"
  | "changed_meanwhile"
  | "no_email"
  | "email_unverified"
  | "email_taken"
  | "wrong_domain"
  | "not_member"
  | "provider_required"
  | "too_many";

/** Whose word counts for what: a provider of the installation for all addresses, one of a workspace for its verified domains. */
export type Authority =
  | { kind: "installation" }
  | { kind: "workspace"; workspaceId: string; verifiedDomains: readonly string[] };

/**
 * An account in question. `isMember`: of the workspace whose provider asks; false for one of the installation. `hasToComeByIt`:
 * that workspace lets them in by this provider only.
 */
export interface AccountInQuestion {
  userId: string;
  email: string;
  isEmailVerified: boolean;
  isMember: boolean;
  hasToComeByIt: boolean;
}

export type SignOnDecision =
  | { kind: "sign_in"; userId: string }
  | { kind: "link"; userId: string; email: string }
  | { kind: "create"; email: string }
  | { kind: "refused"; problem: SignOnProblem };

/**
 * Who a provider's answer is. `known` is the account that this subject was linked to, `sameAddress` the one with the address
 * that the provider names.
 */
export function decideSignOn(
  authority: Authority,
  identity: ProvidedIdentity,
  known: AccountInQuestion | null,
  sameAddress: AccountInQuestion | null,
): SignOnDecision {
  if (known) {
    // A workspace may have lost the domain, or the person have left or moved to an address that is none of its business. Whom
    // it still lets in by its provider alone is let in: they have no other way.
    if (authority.kind === "workspace") {
      if (!known.isMember) return refused("not_member");
      if (!known.hasToComeByIt && !covers(authority, known.email)) return refused("wrong_domain");
    }
    return { kind: "sign_in", userId: known.userId };
  }
  const email = normalizeEmail(identity.email ?? "");
  if (!email) return refused("no_email");
  if (!identity.isEmailVerified) return refused("email_unverified");
  if (authority.kind === "workspace" && !covers(authority, email)) return refused("wrong_domain");
  // Whoever made an account and never verified it has not shown that the address is theirs, and would keep their password:
  // it makes way for a new one, since this provider's word is good for the address.
  if (!sameAddress?.isEmailVerified) return { kind: "create", email };
  if (authority.kind === "workspace" && !sameAddress.isMember) return refused("email_taken");
  return { kind: "link", userId: sameAddress.userId, email };
}

const refused = (problem: SignOnProblem): SignOnDecision => ({ kind: "refused", problem });

function covers(authority: { verifiedDomains: readonly string[] }, email: string): boolean {
  const domain = domainOfEmail(email);
  return domain !== null && authority.verifiedDomains.includes(domain);
}

/** The part after `@` of an address in its stored form; null when it is none. */
export function domainOfEmail(email: string): string | null {
  return normalizeEmail(email)?.split("@")[1] ?? null;
}

/** A mail domain as it is stored, or null: a public name, in lower case and ASCII, without `@` before it. */
export function normalizeDomain(input: string): string | null {
  const text = input.trim().replace(/^@/, "").replace(/\.$/, "");
  const domain = domainOfEmail(`someone@${text}`);
  return domain && mayBePublicHost(domain) && !isIp(domain) ? domain : null;
}

/** Where the record that shows a domain's ownership has to be, and what it says. */
export function verificationRecord(domain: string, token: string): { name: string; text: string } {
  return { name: `_parlando.${domain}`, text: `parlando-verification=${token}` };
}

/**
 * Why an address of a provider is not taken, or null. `allowsPrivate` also takes plain HTTP and one's own network.
 */
export function providerUrlProblem(
  input: string,
  allowsPrivate: boolean,
): "not_an_address" | "not_https" | "private" | null {
  let url: URL;
  try {
    url = new URL(input);
  } catch {
    return "not_an_address";
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") return "not_an_address";
  if (url.username !== "" || url.password !== "" || url.hash !== "") return "not_an_address";
  if (allowsPrivate) return null;
  if (url.protocol !== "https:") return "not_https";
  return mayBePublicHost(url.hostname) ? null : "private";
}

/** A provider's name as it is stored, or null when it is none. */
export const providerName = (input: string): string | null => givenNameOf(input, PROVIDER_NAME_MAX_CHARACTERS);
