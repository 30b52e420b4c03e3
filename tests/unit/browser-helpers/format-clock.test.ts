import { describe, expect, test } from "vitest";
import { formatClock, formatLength, formatPosition } from "~/lib/format-clock";

describe("a clock", () => {
  test.each([
    [0, "0:00"],
    [0.9, "0:00"],
    [7, "0:07"],
    [59.99, "0:59"],
    [750, "12:30"],
    [3723, "1:02:03"],
    [Number.NaN, "0:00"],
    [-1, "0:00"],
  ])("shows %d seconds as %s", (seconds, shown) => expect(formatClock(seconds)).toBe(shown));
});

describe("a place in a sound", () => {
  test.each([
    [0, 0.8, "0:00"],
    [0.5, 0.8, "0:00"],
    [0.8, 0.8, "0:01"],
    [6.97, 7, "0:07"],
    [6.9, 7, "0:06"],
    [7.02, 7, "0:07"],
    [0, 0, "0:00"],
  ])("at %d of %d seconds is shown as %s: at the end as the length is", (seconds, length, shown) =>
    expect(formatPosition(seconds, length)).toBe(shown),
  );
});

describe("the length of a sound", () => {
  test.each([
    [0.4, "0:01"],
    [1.9, "0:01"],
    [61, "1:01"],
  ])("of %d seconds is shown as %s", (seconds, shown) => expect(formatLength(seconds)).toBe(shown));

  test("is zero where there is none yet", () => expect(formatLength(0)).toBe("0:00"));
});
