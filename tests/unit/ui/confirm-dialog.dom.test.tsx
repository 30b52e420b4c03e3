import { act } from "react";
import { createRoot, type Root } from "react-dom/client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { ConfirmDialog, type ConfirmRequest } from "~/ui/confirm-dialog";

let root: Root;
beforeEach(() => {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  window.matchMedia = (query) =>
    ({ matches: false, media: query, addEventListener() {}, removeEventListener() {} }) as unknown as MediaQueryList;
  vi.useFakeTimers();
});
afterEach(() => {
  act(() => root.unmount());
  document.body.replaceChildren();
  vi.useRealTimers();
});

const BASE: ConfirmRequest = { title: "Delete the key", description: "It stops working.", confirmLabel: "Delete" };

function open(request: ConfirmRequest) {
  const onConfirm = vi.fn();
  const onCancel = vi.fn();
  root = createRoot(document.body.appendChild(document.createElement("div")));
  const show = (isOpen: boolean) =>
    act(() => root.render(<ConfirmDialog open={isOpen} request={request} onConfirm={onConfirm} onCancel={onCancel} />));
  show(true);
  const button = (label: string) =>
    [...document.querySelectorAll("button")].find((each) => each.textContent?.startsWith(label)) as HTMLButtonElement;
  return { onConfirm, onCancel, button, show };
}

test("says what it is about, and confirms or cancels", async () => {
  const { onConfirm, onCancel, button } = open(BASE);
  expect(document.body.textContent).toContain("It stops working.");
  act(() => button("Cancel").click());
  expect(onCancel).toHaveBeenCalledOnce();
  await act(async () => button("Delete").click());
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("waits the given seconds before it can be confirmed", async () => {
  const { onConfirm, button } = open({ ...BASE, waitSeconds: 3 });
  expect(button("Delete").disabled).toBe(true);
  expect(button("Delete").textContent).toContain("(3)");
  act(() => vi.advanceTimersByTime(2000));
  expect(button("Delete").disabled).toBe(true);
  act(() => vi.advanceTimersByTime(1000));
  expect(button("Delete").disabled).toBe(false);
  await act(async () => button("Delete").click());
  expect(onConfirm).toHaveBeenCalledOnce();
});

test("an input must be valid before it can be confirmed, and is handed on", async () => {
  const { onConfirm, button } = open({
    ...BASE,
    input: { label: "Type DELETE", pattern: "DELETE", required: true },
  });
  const input = document.querySelector("input") as HTMLInputElement;
  const type = (text: string) =>
    act(() => {
      input.value = text;
      input.dispatchEvent(new Event("input", { bubbles: true }));
    });
  expect(button("Delete").disabled).toBe(true);
  type("delete");
  expect(button("Delete").disabled).toBe(true);
  type("DELETE");
  expect(button("Delete").disabled).toBe(false);
  await act(async () => button("Delete").click());
  expect(onConfirm).toHaveBeenCalledWith("DELETE");
});

test("waits and asks anew each time it opens", () => {
  const { button, show } = open({ ...BASE, waitSeconds: 2, input: { label: "Type DELETE", required: true } });
  act(() => vi.advanceTimersByTime(2000));
  const input = document.querySelector("input") as HTMLInputElement;
  act(() => {
    input.value = "DELETE";
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
  expect(button("Delete").disabled).toBe(false);
  show(false);
  act(() => vi.advanceTimersByTime(5000));
  show(true);
  expect(button("Delete").textContent).toContain("(2)");
  act(() => vi.advanceTimersByTime(2000));
  expect(button("Delete").disabled).toBe(true);
});
