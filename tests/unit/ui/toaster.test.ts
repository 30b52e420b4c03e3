import { expect, test } from "vitest";
import { formatClock } from "~/lib/format-clock";
import { toastPosition } from "~/ui/toaster";

test("toasts stand top-centre where people sign in and up, bottom-right elsewhere", () => {
  expect(toastPosition("/app/sign-in")).toBe("top-center");
  expect(toastPosition("/app/sign-in/forgot-password")).toBe("top-center");
  expect(toastPosition("/app/sign-up")).toBe("top-center");
  expect(toastPosition("/app/home")).toBe("bottom-right");
  expect(toastPosition("/app/sign-inside")).toBe("bottom-right");
});

test("a clock shows minutes, and hours only when there are some", () => {
  expect(formatClock(7.9)).toBe("0:07");
  expect(formatClock(754)).toBe("12:34");
  expect(formatClock(3723)).toBe("1:02:03");
  expect(formatClock(Number.NaN)).toBe("0:00");
  expect(formatClock(-1)).toBe("0:00");
});
