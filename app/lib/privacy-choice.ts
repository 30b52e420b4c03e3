/** What a browser's owner said about being counted: the cookie they set, or the signal their browser sends. */
export const PRIVACY_COOKIE = "xi_privacy";
export const DECLINED = "declined";

const SAYS_NO = new RegExp(`(?:^|;)\\s*${PRIVACY_COOKIE}=${DECLINED}\\s*(?:;|$)`);

/** Whether nothing may be counted of this request. Source of the header: Global Privacy Control, section 3. */
export function declinesCounting(request: Request): boolean {
  return request.headers.get("sec-gpc") === "1" || SAYS_NO.test(request.headers.get("cookie") ?? "");
}
