/** Who brought whom, and what an advertisement said of itself. Pure. Source: spec 000, sections 7 and 9; spec 001, section 4. */

/** Of a person's own link: no letters that read alike, long enough that nobody guesses one. */
export const REFERRAL_CODE_CHARACTERS = 12;
const CODE = /^[0-9a-hjkmnp-tv-z]{12}$/;

export const isReferralCode = (text: string): boolean => CODE.test(text);

/** A person's own link: the start page with their code. */
export const referralLink = (origin: string, code: string): string =>
  `${origin}/?${new URLSearchParams({ from: code })}`;

/**
 * Whether two addresses reach the same person, as far as addresses tell: the same mailbox with or without a tag, and dots
 * where the provider ignores them. Nobody is credited for themselves.
 */
export function isSamePerson(email: string, otherEmail: string): boolean {
  return mailboxOf(email) === mailboxOf(otherEmail);
}

function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@");
  const untagged = local.split("+")[0] ?? "";
  const isGoogle = domain === "gmail.com" || domain === "googlemail.com";
  return isGoogle ? `${untagged.replaceAll(".", "")}@gmail.com` : `${untagged}@${domain}`;
}

/** What an advertisement's link carries. Source: spec 000, section 7 ("Google-ads visit"). */
export const AD_PARAMETERS = ["gclid", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
export type AdParameters = Partial<Record<(typeof AD_PARAMETERS)[number], string>>;
