/** What a sign-up's form, its address and its cookies say. */

import { LOCALES } from "~/domains/accounts/locales";
import type { SignUpForm } from "~/domains/accounts/sign-up";
import { cookieIn, PARTNER_CLICK_COOKIE } from "~/lib/browser-cookies";
import { PARTNER_COOKIE, REFERRAL_COOKIE } from "~/lib/visit-source";

export function readSignUpForm(form: FormData, request: Request): SignUpForm {
  const field = (name: string) => String(form.get(name) ?? "");
  const cookies = request.headers.get("cookie");
  const { searchParams } = new URL(request.url);
  const wanted = searchParams.get("redirect");
  return {
    email: field("email"),
    password: field("password"),
    firstName: field("first_name"),
    agreesToProductUpdates: field("product_updates") === "yes",
    locale: preferredLocale(request.headers.get("accept-language")),
    continueUrl: wanted ? `/app/sign-in?${new URLSearchParams({ redirect: wanted })}` : undefined,
    captcha: field("captcha") || undefined,
    referralCode: cookieIn(cookies, REFERRAL_COOKIE) ?? undefined,
    inviteCode: field("invite_code") || searchParams.get("invite_code") || undefined,
    partnerId: searchParams.get("pid") ?? cookieIn(cookies, PARTNER_COOKIE) ?? undefined,
    partnerClickId: searchParams.get("xid") ?? cookieIn(cookies, PARTNER_CLICK_COOKIE) ?? undefined,
    marketplaceToken: searchParams.get("gcp_marketplace_jwt") ?? undefined,
  };
}

/** The first language that a browser asks for and we know, with its region or without. */
export function preferredLocale(acceptLanguage: string | null): string | undefined {
  const wanted = (acceptLanguage ?? "").split(",").map((part) => {
    const [tag = "", weight] = part.trim().split(";q=");
    return { tag: tag.toLowerCase(), weight: weight === undefined ? 1 : Number(weight) };
  });
  for (const { tag } of wanted.sort((a, b) => b.weight - a.weight)) {
    const found =
      LOCALES.find((known) => known.toLowerCase() === tag) ??
      LOCALES.find((known) => known.toLowerCase() === tag.split("-")[0]);
    if (found) return found;
  }
  return undefined;
}
