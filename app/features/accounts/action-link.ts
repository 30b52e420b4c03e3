/** What a link from a mail says. Source: spec 000, section 2 ("Emailed action-link page"). */
import { allowedRedirect } from "~/domains/accounts/redirect-rules";

export interface ActionLink {
  mode: string;
  /** Empty where the link has none. */
  code: string;
  /** Where any dialog leads when it is closed. */
  closePath: string;
  /** Whom the link was mailed to, where it says so. */
  userId: string | undefined;
  /** `en` where the link does not say. */
  lang: string;
}

const LONGEST_CODE = 200;

export function readActionLink(request: Request): ActionLink {
  const { origin, searchParams } = new URL(request.url);
  const closeUrl = new URL(allowedRedirect(searchParams.get("continueUrl"), origin) ?? "/app/sign-in", origin);
  // The browser keeps these two as well and adds them by itself; here for those that keep nothing.
  for (const name of ["internalCode", "newUser"]) {
    const value = searchParams.get(name);
    if (value) closeUrl.searchParams.set(name, value.slice(0, LONGEST_CODE));
  }
  return {
    mode: searchParams.get("mode") ?? "",
    code: (searchParams.get("verificationCode") || searchParams.get("oobCode") || "").slice(0, LONGEST_CODE),
    closePath: closeUrl.pathname + closeUrl.search + closeUrl.hash,
    userId: searchParams.get("userId") || undefined,
    lang: searchParams.get("lang") || "en",
  };
}
