import { expect, test, vi } from "vitest";
import { leavePage } from "../../../app/features/shell/leave-page";

test("a page is left once, however often it hears that its session has ended", () => {
  const assign = vi.fn();
  vi.stubGlobal("window", { location: { assign } });
  leavePage("/app/sign-in");
  leavePage("/app/sign-in");
  expect(assign.mock.calls).toEqual([["/app/sign-in"]]);
  vi.unstubAllGlobals();
});
