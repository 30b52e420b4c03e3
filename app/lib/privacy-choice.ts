/** What a browser's owner said about being counted: the cookies they set, or the signal their browser sends. */
import { cookieIn, readBrowserCookie, removeBrowserCookie, writeBrowserCookie } from "./browser-cookies";
import { CONSENT_COOKIE } from "./cookie-consent";
import { readLocal, removeLocal, writeLocal } from "./local-data";

/** Of the opt-out from the sale and sharing of one's data. Read on the server too. */
export const PRIVACY_COOKIE = "xi_website_privacy";
export const DECLINED = "declined";
const LOCAL_KEY = "privacy-opt-out";

/** Whether nothing may be counted of this request. Source of the header: Global Privacy Control, section 3. */
export function declinesCounting(request: Request): boolean {
  const cookies = request.headers.get("cookie");
  return (
    request.headers.get("sec-gpc") === "1" ||
    cookieIn(cookies, PRIVACY_COOKIE) === DECLINED ||
    cookieIn(cookies, CONSENT_COOKIE) === "denied"
  );
}

/** Whether this browser sends the global privacy signal. */
export function hasPrivacySignal(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;
}

/** Whether somebody opted out in this browser, by choice. Kept twice, as one of both may be cleared. */
export function hasOptedOutHere(): boolean {
  return readBrowserCookie(PRIVACY_COOKIE) === DECLINED || readLocal(LOCAL_KEY) === true;
}

/** Keeps the choice in this browser: locally, and in a cookie so that the server knows it. Source: spec 000, section 4. */
export function keepOptOutHere(optedOut: boolean): void {
  if (optedOut) {
    writeLocal(LOCAL_KEY, true);
    writeBrowserCookie(PRIVACY_COOKIE, DECLINED);
  } else {
    removeLocal(LOCAL_KEY);
    removeBrowserCookie(PRIVACY_COOKIE);
  }
}
