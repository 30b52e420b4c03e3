/**
 * Whether somebody in Europe lets the site count how it is used. Until they say, counts stay in the memory of the page.
 * Source: spec 001, section 4 ("Cookie consent").
 */
import { ANONYMOUS_ID_COOKIE, readBrowserCookie, removeBrowserCookie, writeBrowserCookie } from "./browser-cookies";
import { isEuropean } from "./european-time-zone";
import { readLocal, writeLocal } from "./local-data";

export type ConsentDecision = "granted" | "denied";
/** `not_applicable`: outside Europe, as the time zone tells. */
export type ConsentState = "undecided" | ConsentDecision | "not_applicable";

/** Tells the server, and outlives a sign-out, which clears what is kept locally: the choice is the browser's. */
export const CONSENT_COOKIE = "xi_website_cookie_consent";
const LOCAL_KEY = "cookie-consent";

export function consentState(): ConsentState {
  const kept = decisionOf(readLocal(LOCAL_KEY)) ?? decisionOf(readBrowserCookie(CONSENT_COOKIE));
  if (kept) return kept;
  return isEuropean(new Intl.DateTimeFormat().resolvedOptions().timeZone) ? "undecided" : "not_applicable";
}

const listeners = new Set<(decision: ConsentDecision) => void>();

/** Hears of each decision. Answers how to stop. */
export function onConsent(listener: (decision: ConsentDecision) => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Keeps the decision and acts on it at once. Who denies keeps no id. */
export function recordConsent(decision: ConsentDecision): void {
  writeLocal(LOCAL_KEY, decision);
  writeBrowserCookie(CONSENT_COOKIE, decision);
  if (decision === "denied") removeBrowserCookie(ANONYMOUS_ID_COOKIE);
  for (const tell of listeners) tell(decision);
}

const decisionOf = (value: unknown): ConsentDecision | null =>
  value === "granted" || value === "denied" ? value : null;
