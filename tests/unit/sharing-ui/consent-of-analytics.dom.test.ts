import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isEuropean } from "~/lib/european-time-zone";

interface Batch {
  consent: string;
  events: { name: string }[];
}
const beacons: Batch[] = [];
let analytics: typeof import("~/lib/analytics");
let consent: typeof import("~/lib/cookie-consent");

function liveIn(timeZone: string): void {
  vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue({
    timeZone,
  } as Intl.ResolvedDateTimeFormatOptions);
}
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] });
  vi.resetModules();
  beacons.length = 0;
  Object.assign(navigator, {
    sendBeacon: (_path: string, body: string) => {
      beacons.push(JSON.parse(body));
      return true;
    },
  });
  analytics = await import("~/lib/analytics");
  consent = await import("~/lib/cookie-consent");
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  for (const name of ["xi_website_cookie_consent", "xi_website_privacy", "anonymous_id"]) {
    // biome-ignore lint/suspicious/noDocumentCookie: as browsers keep it
    document.cookie = `${name}=; Path=/; max-age=0`;
  }
});
const sent = () => beacons.flatMap(({ events }) => events.map(({ name }) => name));

test.each(["Europe/Berlin", "Europe/London", "Atlantic/Canary", "Arctic/Longyearbyen", "CET", "America/Cayenne"])(
  "%s is in Europe",
  (zone) => expect(isEuropean(zone)).toBe(true),
);
test.each(["UTC", "America/New_York", "Asia/Tokyo", "Africa/Cairo", "Etc/GMT+1", ""])("%j is not", (zone) =>
  expect(isEuropean(zone)).toBe(false),
);

test("outside Europe nobody is asked, and what happens is sent", () => {
  liveIn("America/Chicago");
  expect(consent.consentState()).toBe("not_applicable");
  analytics.track("share_link_opened");
  vi.advanceTimersByTime(2000);
  expect(beacons[0]?.consent).toBe("not_applicable");
  expect(document.cookie).toMatch(/anonymous_id=[0-9a-f]{32}/);
});

test("until somebody in Europe decides, events stay in memory and nothing is stored", () => {
  liveIn("Europe/Paris");
  expect(consent.consentState()).toBe("undecided");
  for (let i = 0; i < 60; i++) analytics.track("share_link_opened");
  vi.advanceTimersByTime(60_000);
  window.dispatchEvent(new Event("pagehide"));
  expect([beacons, document.cookie, localStorage.length]).toEqual([[], "", 0]);
});

test("a yes sends what waited, and is kept", () => {
  liveIn("Europe/Paris");
  analytics.track("share_link_opened");
  consent.recordConsent("granted");
  expect(sent()).toEqual(["share_link_opened"]);
  expect(consent.consentState()).toBe("granted");
  expect(localStorage.getItem("xi:cookie-consent")).toBe('"granted"');
});

test("a no drops what waited and what comes, and removes the id", () => {
  liveIn("Europe/Paris");
  // biome-ignore lint/suspicious/noDocumentCookie: as browsers keep it
  document.cookie = "anonymous_id=abc; Path=/";
  analytics.track("share_link_opened");
  consent.recordConsent("denied");
  analytics.track("share_link_copied");
  vi.advanceTimersByTime(60_000);
  expect(beacons).toEqual([]);
  expect(document.cookie).toBe("xi_website_cookie_consent=denied");
});

test("the choice outlives a sign-out, which clears what is kept locally, and is dropped where it makes no sense", () => {
  liveIn("Europe/Paris");
  consent.recordConsent("denied");
  localStorage.clear();
  expect(consent.consentState()).toBe("denied");
  localStorage.setItem("xi:cookie-consent", '"perhaps"');
  expect(consent.consentState()).toBe("denied");
});

test("what the product itself does in answer to an event happens for those who decline too", () => {
  liveIn("Europe/Paris");
  consent.recordConsent("denied");
  const heard: string[] = [];
  const stop = analytics.onTracked((name) => heard.push(name));
  analytics.track("affiliate_link_generated");
  stop();
  analytics.track("toggle_hidden_api_key");
  expect(heard).toEqual(["affiliate_link_generated"]);
});
