import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { offerConsent, showConsentBanner } from "~/features/privacy/consent-banner";
import { onTracked } from "~/lib/analytics";
import { consentState } from "~/lib/cookie-consent";
import { keepOptOutHere } from "~/lib/privacy-choice";

let zone = "Europe/Madrid";
const heard: unknown[] = [];
let stop: () => void;
beforeEach(() => {
  zone = "Europe/Madrid";
  heard.length = 0;
  stop = onTracked((name, props) => heard.push([name, props]));
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(
    () => ({ timeZone: zone }) as Intl.ResolvedDateTimeFormatOptions,
  );
  document.body.innerHTML = '<main id="content" tabindex="-1"><a href="/x">Read</a></main>';
});
afterEach(() => {
  stop();
  vi.restoreAllMocks();
  keepOptOutHere(false);
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as browsers keep it
  document.cookie = "xi_website_cookie_consent=; Path=/; max-age=0";
});
const banner = () => document.querySelector<HTMLElement>('section[aria-label="Cookies"]');
const answer = (text: string) => [...banner()!.querySelectorAll("button")].find((each) => each.textContent === text)!;

test("asks before anything else on the page, without taking the focus, in two answers of the same weight", () => {
  offerConsent();
  expect(document.body.firstElementChild).toBe(banner());
  expect(document.activeElement).toBe(document.body);
  const [first, second] = banner()!.querySelectorAll("button");
  expect([first?.textContent, second?.textContent]).toEqual(["Decline", "Accept"]);
  expect(first?.className).toBe(second?.className);
  expect(banner()!.querySelector("a")?.getAttribute("href")).toBe("/privacy");
});

test.each([
  ["Accept", "granted"],
  ["Decline", "denied"],
] as const)("%s is kept, told, and asked no more", (text, decision) => {
  offerConsent();
  answer(text).focus();
  answer(text).click();
  expect([consentState(), banner()]).toEqual([decision, null]);
  expect(document.activeElement?.id).toBe("content");
  expect(heard).toEqual([["cookiebot_consent_recorded", { decision }]]);
  offerConsent();
  expect(banner()).toBeNull();
});

test("asks nobody outside Europe, nobody who has opted out, and nobody whose browser says no", () => {
  zone = "America/Denver";
  offerConsent();
  zone = "Europe/Madrid";
  keepOptOutHere(true);
  offerConsent();
  keepOptOutHere(false);
  Object.assign(navigator, { globalPrivacyControl: true });
  offerConsent();
  Object.assign(navigator, { globalPrivacyControl: undefined });
  expect(banner()).toBeNull();
});

test("asks once at a time, and again who wants to change their mind", () => {
  offerConsent();
  answer("Decline").click();
  showConsentBanner();
  showConsentBanner();
  expect(document.querySelectorAll("section")).toHaveLength(1);
  answer("Accept").click();
  expect(consentState()).toBe("granted");
});
