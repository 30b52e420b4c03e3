import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { toast } from "sonner";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TrainingOptOutDialog } from "~/features/privacy/training-opt-out";
import { clearIdentityToken } from "~/lib/identity-token";
import { TooltipProvider } from "~/ui/tooltip";
import { stubResizeObserver } from "../../support/no-layout";

vi.mock("@remix-run/react", () => ({ useRevalidator: () => ({ revalidate: () => undefined }) }));

let root: Root;
const onClose = vi.fn();
const said: string[] = [];
/** What the server keeps, and how a change on its way is answered. */
let optedOut: boolean;
let finish = () => {};

beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  optedOut = false;
  said.length = 0;
  onClose.mockReset();
  vi.stubGlobal("fetch", async (path: string, init: RequestInit = {}) => {
    if (path.startsWith("/app/identity-token")) return Response.json({ token: "t" });
    if (init.method === "PUT") {
      await new Promise<void>((resolve) => (finish = resolve));
      optedOut = path.endsWith("=true");
    }
    return Response.json({ training_opt_out: { enabled: optedOut }, can_be_changed: true });
  });
  stubResizeObserver();
  vi.spyOn(toast, "success").mockImplementation((message) => said.push(String(message)));
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  clearIdentityToken();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 5)));
async function show(open: boolean): Promise<void> {
  act(() =>
    root.render(
      <TooltipProvider>
        <TrainingOptOutDialog open={open} onClose={onClose} />
      </TooltipProvider>,
    ),
  );
  await settle();
}
const control = () => document.querySelector("[role=switch]") as HTMLButtonElement | null;
const confirmButton = () =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === "Continue") as HTMLButtonElement;

test("a choice that is answered after its dialog was left closes no newer one, which shows what was chosen", async () => {
  await show(true);
  act(() => control()!.click());
  act(() => confirmButton().click());
  await settle();
  await show(false);
  await show(true);
  expect(control()).toBeNull();
  finish();
  await settle();
  expect(said).toEqual(["Workspace training opt out setting successfully updated."]);
  expect(onClose).not.toHaveBeenCalled();
  expect(control()?.getAttribute("aria-checked")).toBe("false");
  expect(confirmButton().getAttribute("aria-busy")).toBeNull();
});

test("a choice that is answered closes its dialog", async () => {
  await show(true);
  act(() => control()!.click());
  act(() => confirmButton().click());
  await settle();
  finish();
  await settle();
  expect(onClose).toHaveBeenCalledOnce();
});
