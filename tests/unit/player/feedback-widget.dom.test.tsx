import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearIdentityToken } from "~/lib/identity-token";
import { FeedbackWidget } from "~/player/feedback-widget";
import { TooltipProvider } from "~/ui/tooltip";
import { stubResizeObserver } from "../../support/no-layout";

vi.mock("sonner", () => ({ toast: { error: vi.fn(), success: vi.fn() } }));

let root: Root;
/** Feedback that was sent; it is answered when the test says so. */
let sent: ((response: Response) => void)[];

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  sent = [];
  clearIdentityToken();
  // What jsdom lacks.
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  stubResizeObserver();
  vi.stubGlobal("fetch", (path: string) => {
    if (path.startsWith("/app/identity-token")) {
      return Promise.resolve(
        Response.json({ identity_token: "t", token: "t", expires_at_unix: Date.now() / 1000 + 600 }),
      );
    }
    return new Promise<Response>((answer) => sent.push(answer));
  });
  root = createRoot(document.body.appendChild(document.createElement("div")));
  act(() =>
    root.render(
      <TooltipProvider>
        <FeedbackWidget historyItemId="item" given={null} />
      </TooltipProvider>,
    ),
  );
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const button = (name: string) =>
  [...document.querySelectorAll("button")].find(
    (one) => one.getAttribute("aria-label") === name || one.textContent === name,
  ) as HTMLButtonElement;
const press = (name: string) => act(async () => button(name).click());
const dialog = () => document.querySelector('[role="dialog"]');
async function send() {
  const before = sent.length;
  await press("Send feedback");
  await vi.waitFor(() => expect(sent.length).toBe(before + 1));
}
const answer = () =>
  act(async () => {
    sent.shift()?.(Response.json({ status: "ok" }));
    await new Promise((resolve) => setTimeout(resolve, 20));
  });

it("closes and shows what was said once that is kept", async () => {
  await press("Good");
  await send();
  await answer();
  expect(dialog()).toBeNull();
  expect(button("Good").getAttribute("aria-pressed")).toBe("true");
});

it("keeps a second opinion open, with what was ticked, when the first, cancelled meanwhile, is answered", async () => {
  await press("Good");
  await send();
  await press("Cancel");
  await press("Not good");
  const glitches = () => document.querySelector<HTMLElement>('[role="dialog"] [id$="-glitches"]')!;
  await act(async () => glitches().click());
  await answer();
  expect(dialog()?.textContent).toContain("What was wrong?");
  expect(glitches().getAttribute("aria-checked")).toBe("true");
});
