import { beforeEach, expect, it, vi } from "vitest";
import {
  internalVerificationCode,
  rememberLink,
  takeInviteCode,
  takeSensitiveActionCode,
  withRemembered,
} from "~/features/accounts/link-memory";

beforeEach(() => localStorage.clear());

it("keeps what a link says, under the product's own prefix", () => {
  rememberLink(
    "?internalCode=ic&newUser=true&invite_code=inv&coupon=special-offer-30&sensitiveActionVerificationCode=sa",
  );
  expect(Object.keys(localStorage).every((key) => key.startsWith("xi:"))).toBe(true);
  expect(localStorage).toHaveLength(5);
  expect(internalVerificationCode()).toBe("ic");
  expect(internalVerificationCode()).toBe("ic");
});

it("gives an invitation's code and a confirming code away once", () => {
  rememberLink("?invite_code=inv&sensitiveActionVerificationCode=sa");
  expect(takeInviteCode()).toBe("inv");
  expect(takeInviteCode()).toBeNull();
  expect(takeSensitiveActionCode()).toBe("sa");
  expect(takeSensitiveActionCode()).toBeNull();
});

it("adds the internal code and the new user's flag to where a dialog leads, and nothing else", () => {
  expect(withRemembered("/app/home?a=b#c")).toBe("/app/home?a=b#c");
  rememberLink("?internalCode=i c&newUser=true&invite_code=inv&sensitiveActionVerificationCode=sa");
  expect(withRemembered("/app/home?a=b#c")).toBe("/app/home?a=b&internalCode=i+c&newUser=true#c");
});

it("keeps what it has when a later address says nothing, and the newest otherwise", () => {
  rememberLink("?internalCode=first");
  rememberLink("?internalCode=&mode=verifyEmail");
  expect(internalVerificationCode()).toBe("first");
  rememberLink("?internalCode=second");
  expect(internalVerificationCode()).toBe("second");
});

it("forgets after a week, and keeps no novels", () => {
  vi.useFakeTimers();
  rememberLink(`?internalCode=ic&invite_code=${"x".repeat(201)}`);
  expect(takeInviteCode()).toBeNull();
  vi.advanceTimersByTime(7 * 86_400_000);
  expect(internalVerificationCode()).toBeNull();
  vi.useRealTimers();
});
