/**
 * Cookies that scripts of the site read and write. All are strict same-site, and secure wherever the page is; names have
 * the product's prefix except where others' scripts know them by another one. Source: spec 000, section 9.
 */

/** Without the prefix: the anonymous id of persistent analytics, and the ids of a click on an advertisement and on a partner's link. */
export const ANONYMOUS_ID_COOKIE = "anonymous_id";
export const GOOGLE_CLICK_COOKIE = "gclid";
export const PARTNER_CLICK_COOKIE = "ps_xid";
/** Who is signed in, for pages that are the same for everybody. */
export const USER_COOKIE = "xi_website_user";

export type CookieName =
  | `xi_website_${string}`
  | typeof ANONYMOUS_ID_COOKIE
  | typeof GOOGLE_CLICK_COOKIE
  | typeof PARTNER_CLICK_COOKIE;

const DAY_SECONDS = 86_400;
export const COOKIE_MAX_AGE_SECONDS = 360 * DAY_SECONDS;
/** Of items that are stored as cookies so that the server sees them with the next form. */
export const STORED_ITEM_MAX_AGE_SECONDS = 7 * DAY_SECONDS;

/** The value of a cookie among those that a page or a request has; null when there is none or it is broken. */
export function cookieIn(cookies: string | null, name: CookieName): string | null {
  for (const pair of (cookies ?? "").split(";")) {
    const [key, ...value] = pair.trim().split("=");
    if (key !== name) continue;
    try {
      return decodeURIComponent(value.join("="));
    } catch {
      return null;
    }
  }
  return null;
}

/** The text that sets a cookie, as `document.cookie` and `Set-Cookie` take it. An age of 0 removes it. */
export function cookieText(
  name: CookieName,
  value: string,
  { maxAgeSeconds = COOKIE_MAX_AGE_SECONDS, secure }: { maxAgeSeconds?: number; secure: boolean },
): string {
  const text = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAgeSeconds}; SameSite=Strict`;
  return secure ? `${text}; Secure` : text;
}

export const readBrowserCookie = (name: CookieName): string | null => cookieIn(document.cookie, name);

export function writeBrowserCookie(name: CookieName, value: string, maxAgeSeconds = COOKIE_MAX_AGE_SECONDS): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the newer interface is asynchronous and missing in some browsers
  document.cookie = cookieText(name, value, { maxAgeSeconds, secure: location.protocol === "https:" });
}

export const removeBrowserCookie = (name: CookieName): void => writeBrowserCookie(name, "", 0);
