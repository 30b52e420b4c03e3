import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendAdVisit } from "~/lib/ad-visit";
import { recordConsent } from "~/lib/cookie-consent";
import { keepOptOutHere } from "~/lib/privacy-choice";
import {
  forgetVisitSource,
  keepVisitSource,
  REFERRAL_MAX_AGE_SECONDS,
  storedAdParameters,
  storedReferral,
} from "~/lib/visit-source";

const fetched = vi.fn<typeof fetch>();
let zone = "UTC";
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  zone = "UTC";
  fetched.mockReset().mockResolvedValue(new Response("{}"));
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockImplementation(
    () => ({ timeZone: zone }) as Intl.ResolvedDateTimeFormatOptions,
  );
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  localStorage.clear();
  // biome-ignore lint/suspicious/noDocumentCookie: as browsers keep it
  for (const pair of document.cookie.split("; ")) document.cookie = `${pair.split("=")[0]}=; Path=/; max-age=0`;
});

test("a friend's link is remembered for 90 days", () => {
  expect(REFERRAL_MAX_AGE_SECONDS * 1000).toBe(7_776_000_000);
  keepVisitSource("?from=abc123&x=1");
  expect([storedReferral(), document.cookie]).toEqual(["abc123", "xi_website_referral=abc123"]);
  vi.advanceTimersByTime(7_776_000_000 - 1);
  expect(storedReferral()).toBe("abc123");
  vi.advanceTimersByTime(1);
  expect(storedReferral()).toBeNull();
});

test("a cookie that the browser dropped comes back with the next page", () => {
  keepVisitSource("?from=abc123");
  // biome-ignore lint/suspicious/noDocumentCookie: as browsers keep it
  document.cookie = "xi_website_referral=; Path=/; max-age=0";
  keepVisitSource("");
  expect(document.cookie).toBe("xi_website_referral=abc123");
});

test.each(["?gclid=g1", "?ps_partner_key=p1"])("%s takes a friend's place", (search) => {
  keepVisitSource("?from=abc123");
  keepVisitSource(search);
  expect(storedReferral()).toBeNull();
  keepVisitSource(`${search}&from=abc123`);
  expect(storedReferral()).toBeNull();
});

test("two seconds after a click on an advertisement the cookies of referrals are gone", () => {
  keepVisitSource("?from=abc123&ps_xid=x1");
  keepVisitSource("?gclid=g1&utm_source=search");
  expect(document.cookie).toContain("ps_xid=x1");
  vi.advanceTimersByTime(1999);
  expect(document.cookie).toContain("xi_website_referral");
  vi.advanceTimersByTime(1);
  expect(document.cookie).toBe("gclid=g1");
});

test("a partner's key and click are kept for the sign-up", () => {
  keepVisitSource("?ps_partner_key=p1&ps_xid=x1");
  expect(document.cookie).toBe("xi_website_partner=p1; ps_xid=x1");
});

test("what is no code is not kept", () => {
  for (const from of ["", "a b", "<script>", "x".repeat(65), "é"]) keepVisitSource(`?${new URLSearchParams({ from })}`);
  expect([storedReferral(), document.cookie]).toEqual([null, ""]);
});

test("parameters of an advertisement are kept for a week and told with the visit", async () => {
  keepVisitSource("?utm_source=search&utm_campaign=spring&other=1", () => void sendAdVisit("visit"));
  expect(storedAdParameters()).toEqual({ utm_source: "search", utm_campaign: "spring" });
  const [path, init] = fetched.mock.calls[0]!;
  expect([path, JSON.parse(init?.body as string)]).toEqual([
    "/v1/google-ads-visit",
    { event_type: "visit", utm_source: "search", utm_campaign: "spring" },
  ]);
  await sendAdVisit("sign_up", "ada@example.com");
  expect(JSON.parse(fetched.mock.calls[1]![1]?.body as string)).toMatchObject({ email: "ada@example.com" });
  vi.advanceTimersByTime(7 * 86_400_000);
  await sendAdVisit("sign_up", "ada@example.com");
  expect(fetched).toHaveBeenCalledTimes(2);
});

test("who did not come by an advertisement is not told of", async () => {
  keepVisitSource("?from=abc123");
  await sendAdVisit("sign_up", "ada@example.com");
  expect(fetched).not.toHaveBeenCalled();
});

test("that a visit could not be told is only logged", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  keepVisitSource("?gclid=g1");
  fetched.mockRejectedValueOnce(new TypeError("offline"));
  await sendAdVisit("visit");
  fetched.mockResolvedValueOnce(new Response("", { status: 429 }));
  await sendAdVisit("visit");
  expect(warn).toHaveBeenCalledTimes(2);
});

test("in Europe nothing is kept before a yes, and nothing at all after a no", () => {
  zone = "Europe/Rome";
  keepVisitSource("?from=abc123&utm_source=s");
  expect([localStorage.length, document.cookie]).toEqual([0, ""]);
  recordConsent("granted");
  expect([storedReferral(), storedAdParameters()]).toEqual(["abc123", { utm_source: "s" }]);
  forgetVisitSource();
  recordConsent("denied");
  keepVisitSource("?from=abc123");
  expect(storedReferral()).toBeNull();
});

test("nothing is kept of who has opted out, or whose browser sends the signal", () => {
  keepOptOutHere(true);
  keepVisitSource("?from=abc123");
  keepOptOutHere(false);
  Object.assign(navigator, { globalPrivacyControl: true });
  keepVisitSource("?from=abc123");
  Object.assign(navigator, { globalPrivacyControl: undefined });
  expect(storedReferral()).toBeNull();
});

test("all of it can be forgotten", () => {
  keepVisitSource("?gclid=g1&utm_source=s");
  keepVisitSource("?from=abc123&ps_xid=x1");
  forgetVisitSource();
  expect([storedReferral(), storedAdParameters(), document.cookie]).toEqual([null, null, ""]);
});
