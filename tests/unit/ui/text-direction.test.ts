import { expect, test } from "vitest";
import { textDirection } from "~/lib/text-direction";

test.each([
  ["Hello", "ltr"],
  ["Привет", "ltr"],
  ["Γειά", "ltr"],
  ["שלום", "rtl"],
  ["مرحبا", "rtl"],
])("takes the direction of %s from its script", (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});

test("the first strongly directional letter decides, whatever follows", () => {
  expect(textDirection("שלום and hello")).toBe("rtl");
  expect(textDirection("hello ואז שלום")).toBe("ltr");
});

test("digits, punctuation, emoji and letters of other scripts decide nothing", () => {
  expect(textDirection("123 … 🙂 مرحبا")).toBe("rtl");
  expect(textDirection("日本語、 hello")).toBe("ltr");
  expect(textDirection("12:30 – 13:00 ٣")).toBeNull();
  expect(textDirection("")).toBeNull();
});
