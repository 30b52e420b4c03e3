import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { OptOutDialog, type OptOutQuestion } from "~/features/privacy/opt-out-dialog";
import { TooltipProvider } from "~/ui/tooltip";
import { stubResizeObserver } from "../../support/no-layout";

let root: Root;
const onAnswer = vi.fn<(choice: boolean | null) => void | Promise<void>>();
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  stubResizeObserver();
  onAnswer.mockReset();
  root = createRoot(document.body.appendChild(document.createElement("div")));
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.unstubAllGlobals();
});

const QUESTION: OptOutQuestion = {
  title: "Training",
  description: "May it?",
  switchLabel: "Allow training",
  initial: true,
};
const show = (question: OptOutQuestion, open = true) =>
  act(() =>
    root.render(
      <TooltipProvider>
        <OptOutDialog open={open} question={question} onAnswer={onAnswer} />
      </TooltipProvider>,
    ),
  );
const button = (name: string) =>
  [...document.querySelectorAll("button")].find(
    (each) => each.textContent === name || each.getAttribute("aria-label") === name,
  ) as HTMLButtonElement;
const choice = () => document.querySelector('[role="switch"]') as HTMLButtonElement;

test("can be confirmed while the switch differs from where it stood", async () => {
  show(QUESTION);
  expect(button("Continue").disabled).toBe(true);
  act(() => choice().click());
  expect(button("Continue").disabled).toBe(false);
  act(() => choice().click());
  expect(button("Continue").disabled).toBe(true);
  act(() => choice().click());
  await act(async () => button("Continue").click());
  expect(onAnswer.mock.calls).toEqual([[false]]);
});

test.each(["Cancel", "Close"])("%s answers that nothing changes", (name) => {
  show(QUESTION);
  act(() => choice().click());
  act(() => button(name).click());
  expect(onAnswer.mock.calls).toEqual([[null]]);
});

test("stands where it stood each time it opens", () => {
  show(QUESTION);
  act(() => choice().click());
  show(QUESTION, false);
  show(QUESTION);
  expect(choice().getAttribute("aria-checked")).toBe("true");
  expect(button("Continue").disabled).toBe(true);
});

test("is locked for those who may not change it, and says why to whoever points at it or tabs to it", async () => {
  show({ ...QUESTION, lockedBecause: "Only workspace admins can change this." });
  expect(choice().disabled).toBe(true);
  expect(button("Continue").disabled).toBe(true);
  act(() => (choice().parentElement as HTMLElement).focus());
  await vi.waitFor(() =>
    expect(document.querySelector('[role="tooltip"]')?.textContent).toBe("Only workspace admins can change this."),
  );
});

test("its buttons can be called otherwise, and the busy one is not pressed twice", async () => {
  let finish = () => {};
  onAnswer.mockImplementation(() => new Promise<void>((resolve) => (finish = resolve)));
  show({ ...QUESTION, confirmLabel: "Save", cancelLabel: "Back" });
  expect(button("Back")).toBeTruthy();
  act(() => choice().click());
  act(() => button("Save").click());
  act(() => button("Save").click());
  expect(onAnswer).toHaveBeenCalledOnce();
  await act(async () => finish());
});
