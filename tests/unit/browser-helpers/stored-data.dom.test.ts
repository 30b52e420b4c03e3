import { beforeEach, expect, test, vi } from "vitest";
import {
  COOKIE_MAX_AGE_SECONDS,
  cookieIn,
  cookieText,
  readBrowserCookie,
  removeBrowserCookie,
  STORED_ITEM_MAX_AGE_SECONDS,
  writeBrowserCookie,
} from "~/lib/browser-cookies";
import { CACHE_MAX_AGE_SECONDS, readExpiring, writeExpiring } from "~/lib/expiring-data";
import { clearLocalData, readLocal, removeLocal, writeLocal } from "~/lib/local-data";

beforeEach(() => {
  localStorage.clear();
  vi.restoreAllMocks();
});

test("a value is kept for seven days and is gone after", () => {
  writeExpiring("voices", ["ada"], undefined, 1000);
  expect(CACHE_MAX_AGE_SECONDS).toBe(604_800);
  expect(readExpiring("voices", 1000 + 604_799_999)).toEqual(["ada"]);
  expect(localStorage.getItem("xi:voices")).toContain("604801000");
  expect(readExpiring("voices", 1000 + 604_800_000)).toBeNull();
  expect(localStorage.getItem("xi:voices")).toBeNull();
});

test("a value of a time of its own, and null, come back as they were kept", () => {
  writeExpiring("short", { a: null }, 10, 0);
  expect(readExpiring("short", 9999)).toEqual({ a: null });
  expect(readExpiring("short", 10_000)).toBeNull();
});

test.each(["nonsense", '"text"', "{}", '{"value":1}', '{"value":1,"expires_at_ms":"soon"}', "null"])(
  "what somebody else wrote is no value: %s",
  (text) => {
    localStorage.setItem("xi:broken", text);
    expect(readExpiring("broken")).toBeNull();
  },
);

test("a browser that keeps nothing costs a line in the log and no more", () => {
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
  writeExpiring("big", "x");
  expect(writeLocal("big", "x")).toBe(false);
  expect(warn).toHaveBeenCalledOnce();
  expect(readExpiring("big")).toBeNull();
});

test("signing out takes the product's keys and leaves those of others", () => {
  writeLocal("a", 1);
  writeExpiring("b", 2);
  writeLocal("c", 3);
  removeLocal("c");
  localStorage.setItem("someone-else", "4");
  clearLocalData();
  expect([readLocal("a"), readExpiring("b"), localStorage.length]).toEqual([null, null, 1]);
});

test("a cookie is strict same-site, lives 360 days, and is secure where the page is", () => {
  expect(COOKIE_MAX_AGE_SECONDS).toBe(360 * 86_400);
  expect(STORED_ITEM_MAX_AGE_SECONDS).toBe(7 * 86_400);
  expect(cookieText("xi_website_user", "a b;c", { secure: true })).toBe(
    "xi_website_user=a%20b%3Bc; Path=/; Max-Age=31104000; SameSite=Strict; Secure",
  );
  expect(cookieText("gclid", "x", { secure: false, maxAgeSeconds: 60 })).toBe(
    "gclid=x; Path=/; Max-Age=60; SameSite=Strict",
  );
});

test("a cookie is read among others, also with signs that cookies do not allow, and removed", () => {
  writeBrowserCookie("xi_website_user", '{"email":"ada@example.com"; =}');
  writeBrowserCookie("anonymous_id", "1");
  expect(readBrowserCookie("xi_website_user")).toBe('{"email":"ada@example.com"; =}');
  removeBrowserCookie("xi_website_user");
  expect([readBrowserCookie("xi_website_user"), readBrowserCookie("anonymous_id")]).toEqual([null, "1"]);
});

test("a cookie that is broken, or only ends like another one's name, is none", () => {
  expect(cookieIn("xi_website_user=%E0%A4%A", "xi_website_user")).toBeNull();
  expect(cookieIn("not_gclid=1; gclid=a=b", "gclid")).toBe("a=b");
  expect(cookieIn("not_gclid=1", "gclid")).toBeNull();
  expect(cookieIn(null, "gclid")).toBeNull();
});
