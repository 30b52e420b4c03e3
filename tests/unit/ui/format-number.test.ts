import { expect, test } from "vitest";
import { formatCount } from "~/lib/format-number";

test("one thing is called as one, and none or many as many", () => {
  expect([0, 1, 2, 1000].map((count) => formatCount(count, "credit"))).toEqual([
    "0 credits",
    "1 credit",
    "2 credits",
    "1,000 credits",
  ]);
});
