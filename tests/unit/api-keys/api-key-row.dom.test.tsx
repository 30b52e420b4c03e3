import { act, type ComponentProps } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { ApiKeyRow, type RowState } from "~/features/api-keys/api-key-row";

vi.mock("@remix-run/react", async () => {
  const { forwardRef } = await import("react");
  return {
    Form: forwardRef<HTMLFormElement, ComponentProps<"form"> & { preventScrollReset?: boolean }>(
      ({ preventScrollReset: _, ...rest }, ref) => <form ref={ref} {...rest} />,
    ),
    useMatches: () => [],
  };
});

const apiKey = {
  apiKeyId: "key_1",
  name: "Robot",
  preview: "abcd",
  createdAtMs: 0,
  lastUsedAtMs: null,
  scopes: null,
  creditLimit: null,
  creditsUsed: 0,
};

type Press = (button: HTMLButtonElement) => void;
const click: Press = (button) => button.click();
const pressEscape: Press = (button) =>
  button.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));

/** Whether the button leads away from the screen as it is. */
function leads(state: RowState, isSending: boolean, label: string, press = click): boolean {
  (globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true;
  const root = createRoot(document.body.appendChild(document.createElement("ul")));
  act(() =>
    root.render(<ApiKeyRow apiKey={apiKey} state={state} problems={undefined} busy={false} isSending={isSending} />),
  );
  let hasLed = false;
  const look = (event: Event) => {
    hasLed = !event.defaultPrevented;
    event.preventDefault();
  };
  window.addEventListener("submit", look);
  const button = [...document.querySelectorAll("button")].find(({ textContent }) => textContent === label);
  act(() => press(button!));
  window.removeEventListener("submit", look);
  act(() => root.unmount());
  document.body.replaceChildren();
  return hasLed;
}

test.each([
  ["shown", "Edit"],
  ["shown", "Delete"],
  ["editing", "Cancel"],
  ["deleting", "Cancel"],
] as const)("a row that is %s waits for the answer to what was sent: %s", (state, label) => {
  expect(leads(state, false, label)).toBe(true);
  expect(leads(state, true, label)).toBe(false);
});

test.each([
  ["editing", "Save key"],
  ["deleting", "Delete key"],
] as const)("Escape leaves a row that is %s, once what was sent is answered", (state, label) => {
  expect(leads(state, false, label, pressEscape)).toBe(true);
  expect(leads(state, true, label, pressEscape)).toBe(false);
});

test("Escape leads nowhere from a row that is only shown", () => {
  expect(leads("shown", false, "Delete", pressEscape)).toBe(false);
});
