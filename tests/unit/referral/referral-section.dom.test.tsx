import { act } from "react";
import { expect, it, vi } from "vitest";
import { ReferralSection } from "~/features/referral/referral-section";
import { mountedRoot } from "../../support/mounted-root";

vi.mock("~/lib/analytics", () => ({ track: () => {} }));
vi.mock("~/lib/api-client", () => ({
  apiJson: async () => ({ referral_link: "https://parlando.example/r/1" }),
  toastMessageOf: String,
}));

const root = mountedRoot();

it("a link that was asked for takes the focus of the button that it replaces", async () => {
  act(() => root().render(<ReferralSection standing={{ link: null, people: 0 }} />));
  const ask = document.querySelector("button")!;
  act(() => ask.focus());
  await act(async () => ask.click());
  const focused = document.activeElement as HTMLInputElement;
  expect(focused.labels?.[0]?.textContent).toBe("Your link");
});
