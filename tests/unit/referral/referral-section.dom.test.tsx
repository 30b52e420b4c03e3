import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ReferralSection } from "~/features/referral/referral-section";

vi.mock("~/lib/analytics", () => ({ track: () => {} }));
vi.mock("~/lib/api-client", () => ({
  apiJson: async () => ({ referral_link: "https://parlando.example/r/1" }),
  toastMessageOf: String,
}));

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
});

it("a link that was asked for takes the focus of the button that it replaces", async () => {
  act(() => root.render(<ReferralSection standing={{ link: null, people: 0 }} />));
  const ask = document.querySelector("button")!;
  act(() => ask.focus());
  await act(async () => ask.click());
  const focused = document.activeElement as HTMLInputElement;
  expect(focused.labels?.[0]?.textContent).toBe("Your link");
});
