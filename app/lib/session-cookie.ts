/** Name of the cookie that says which session a browser has. Source: spec 000, section 9 (prefix). */
export const SESSION_COOKIE = "xi_website_session";

const CARRIES_SESSION = new RegExp(`(?:^|;)\\s*${SESSION_COOKIE}=`);

/** Whether a request brings a session, valid or not; costs no look-up. */
export function carriesSession(request: Request): boolean {
  return CARRIES_SESSION.test(request.headers.get("cookie") ?? "");
}
