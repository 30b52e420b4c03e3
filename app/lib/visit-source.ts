/**
 * How a visitor came: by a friend's link, an advertisement, a partner. What links say of it is kept for a while, so that it
 * is known when somebody signs up. Nothing is kept of those who decline, nor before somebody in Europe agrees.
 * Source: spec 000, sections 7 and 9; spec 001, section 4 ("Referral").
 */
import {
  GOOGLE_CLICK_COOKIE,
  PARTNER_CLICK_COOKIE,
  readBrowserCookie,
  removeBrowserCookie,
  STORED_ITEM_MAX_AGE_SECONDS,
  writeBrowserCookie,
} from "./browser-cookies";
import { consentState, onConsent } from "./cookie-consent";
import { readExpiring, writeExpiring } from "./expiring-data";
import { removeLocal } from "./local-data";
import { hasOptedOutHere, hasPrivacySignal } from "./privacy-choice";

/** 90 days: 7,776,000,000 ms. */
export const REFERRAL_MAX_AGE_SECONDS = 7_776_000;
/** Others' scripts set referral cookies while the page starts, so they are removed a little later. */
const REMOVE_AFTER_MS = 2000;

/** Read by the sign-up's form on the server. */
export const REFERRAL_COOKIE = "xi_website_referral";
/** The partner whose link it was; with the click's id it is told at sign-up. */
export const PARTNER_COOKIE = "xi_website_partner";
const REFERRAL_KEY = "referral";
const ADS_KEY = "ads-parameters";

const AD_PARAMETERS = ["gclid", "utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
export type StoredAdParameters = Partial<Record<(typeof AD_PARAMETERS)[number], string>>;

const CODE = /^[\w.-]{1,64}$/;
const LONGEST = 500;

/** Keeps what the address of a page says, now or as soon as it may be. Calls back where parameters of an advertisement were kept. */
export function keepVisitSource(search: string, onAdvertisement: () => void = () => {}): void {
  const parameters = new URLSearchParams(search);
  restoreReferralCookie();
  if (!["from", "ps_partner_key", "ps_xid", ...AD_PARAMETERS].some((name) => parameters.has(name))) return;
  if (hasPrivacySignal() || hasOptedOutHere()) return;
  const consent = consentState();
  if (consent === "granted" || consent === "not_applicable") keep(parameters, onAdvertisement);
  else if (consent === "undecided")
    onConsent((decision) => decision === "granted" && keep(parameters, onAdvertisement));
}

/** The code of the friend's link by which somebody came, if that was in the last 90 days. */
export function storedReferral(): string | null {
  const code = readExpiring(REFERRAL_KEY);
  return typeof code === "string" ? code : null;
}

/** What the advertisement said by which somebody came in the last week; null where there was none. */
export function storedAdParameters(): StoredAdParameters | null {
  const kept = readExpiring(ADS_KEY);
  return typeof kept === "object" && kept !== null ? (kept as StoredAdParameters) : null;
}

/** Forgets all of it, as whoever declines expects. */
export function forgetVisitSource(): void {
  removeLocal(REFERRAL_KEY);
  removeLocal(ADS_KEY);
  removeBrowserCookie(GOOGLE_CLICK_COOKIE);
  removeReferralCookies();
}

function keep(parameters: URLSearchParams, onAdvertisement: () => void): void {
  const read = (name: string) => (parameters.get(name) ?? "").slice(0, LONGEST);
  const code = (name: string) => (CODE.test(read(name)) ? read(name) : "");
  const [from, partner, partnerClick, googleClick] = [
    code("from"),
    code("ps_partner_key"),
    code("ps_xid"),
    read("gclid"),
  ];
  // Whoever paid for the click brought the visitor, not the friend.
  if (googleClick || partner) removeLocal(REFERRAL_KEY);
  else if (from) {
    writeExpiring(REFERRAL_KEY, from, REFERRAL_MAX_AGE_SECONDS);
    writeBrowserCookie(REFERRAL_COOKIE, from, REFERRAL_MAX_AGE_SECONDS);
  }
  if (partner) {
    removeBrowserCookie(REFERRAL_COOKIE);
    writeBrowserCookie(PARTNER_COOKIE, partner, STORED_ITEM_MAX_AGE_SECONDS);
  }
  if (partnerClick) writeBrowserCookie(PARTNER_CLICK_COOKIE, partnerClick);
  if (googleClick) {
    writeBrowserCookie(GOOGLE_CLICK_COOKIE, googleClick);
    setTimeout(removeReferralCookies, REMOVE_AFTER_MS);
  }
  const ads: StoredAdParameters = {};
  for (const name of AD_PARAMETERS) if (read(name)) ads[name] = read(name);
  if (Object.keys(ads).length === 0) return;
  writeExpiring(ADS_KEY, ads, STORED_ITEM_MAX_AGE_SECONDS);
  onAdvertisement();
}

/** What is kept locally counts: a cookie that the browser dropped comes back, so that the sign-up's form knows. */
function restoreReferralCookie(): void {
  const code = storedReferral();
  if (code && readBrowserCookie(REFERRAL_COOKIE) === null)
    writeBrowserCookie(REFERRAL_COOKIE, code, REFERRAL_MAX_AGE_SECONDS);
}

function removeReferralCookies(): void {
  for (const name of [REFERRAL_COOKIE, PARTNER_COOKIE, PARTNER_CLICK_COOKIE] as const)
    if (readBrowserCookie(name) !== null) removeBrowserCookie(name);
}
