import { afterEach, beforeEach, expect, test, vi } from "vitest";

const beacons: { path: string; events: { name: string; at_unix_ms: number; props?: unknown }[] }[] = [];
let track: typeof import("~/lib/analytics").track;

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  beacons.length = 0;
  Object.assign(navigator, {
    sendBeacon: (path: string, body: string) => {
      beacons.push({ path, ...JSON.parse(body) });
      return true;
    },
  });
  ({ track } = await import("~/lib/analytics"));
});
afterEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as browsers keep it
  document.cookie = "xi_website_privacy=; max-age=0";
  Object.assign(navigator, { globalPrivacyControl: undefined });
  vi.useRealTimers();
});
const names = () => beacons.map(({ events }) => events.map(({ name }) => name));

test("what happens within two seconds goes in one batch, with its properties", () => {
  track("share_link_opened");
  track("share_video_theme_selected", { theme: "dark" });
  expect(beacons).toEqual([]);
  vi.advanceTimersByTime(2000);
  expect(beacons[0]?.path).toBe("/ingest");
  expect(names()).toEqual([["share_link_opened", "share_video_theme_selected"]]);
  expect(beacons[0]?.events[1]).toEqual({
    name: "share_video_theme_selected",
    at_unix_ms: expect.any(Number),
    props: { theme: "dark" },
  });
});

test("a batch holds no more than the server takes", () => {
  for (let i = 0; i < 51; i++) track("share_link_copied");
  vi.advanceTimersByTime(2000);
  expect(beacons.map(({ events }) => events.length)).toEqual([50, 1]);
});

test("a page that is left sends what waits", () => {
  track("share_link_copied");
  window.dispatchEvent(new Event("pagehide"));
  expect(names()).toEqual([["share_link_copied"]]);
});

test("the browser's privacy signal is honoured", () => {
  Object.assign(navigator, { globalPrivacyControl: true });
  track("share_link_opened");
  vi.advanceTimersByTime(5000);
  expect(beacons).toEqual([]);
});

test("the choice made here is honoured, also for what waits", () => {
  track("share_link_opened");
  // biome-ignore lint/suspicious/noDocumentCookie: as browsers keep it
  document.cookie = "xi_website_privacy=declined";
  vi.advanceTimersByTime(5000);
  expect(beacons).toEqual([]);
});
