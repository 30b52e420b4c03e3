import { expect, test } from "vitest";
import { formatRelativeTime } from "~/lib/relative-time";

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

test.each([
  [0, "now"],
  [59 * SECOND, "59 seconds ago"],
  [60 * SECOND, "1 minute ago"],
  [60 * MINUTE - 1, "59 minutes ago"],
  [60 * MINUTE, "1 hour ago"],
  [24 * HOUR - 1, "23 hours ago"],
  [24 * HOUR, "yesterday"],
  [7 * DAY - 1, "6 days ago"],
  [7 * DAY, "last week"],
  [4 * WEEK - 1, "3 weeks ago"],
  [4 * WEEK, "last month"],
  [61 * DAY, "2 months ago"],
  [364 * DAY, "11 months ago"],
  [366 * DAY, "last year"],
  [800 * DAY, "2 years ago"],
])("%d ms ago reads %j", (agoMs, words) => {
  const now = Date.UTC(2026, 5, 15);
  expect(formatRelativeTime(now - agoMs, now)).toBe(words);
});

test("what is to come is said so", () => {
  expect(formatRelativeTime(2 * DAY, 0)).toBe("in 2 days");
  expect(formatRelativeTime(4 * WEEK, 0)).toBe("next month");
});
